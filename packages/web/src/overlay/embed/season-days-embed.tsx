import { addressOf, PAGES } from '@rollcall/contract/pages'
import { readPeriod } from '@rollcall/contract/periods'
import { pageOfSeasonDays, type SeasonSpan } from '@rollcall/contract/seasons'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import { texts as seasons } from '#features/leaderboards/season/texts.ts'
import { formatNumber } from '#ui/format-number.ts'
import { periodTitle } from '#ui/period-title.ts'
import { seasonName } from '#ui/season-name.ts'
import { useFollowed } from '../use-followed.ts'
import classes from './embed.module.css'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedChannels } from './embed-rows.tsx'

interface SeasonDaysEmbedProps {
  readonly season: number
  readonly of: SeasonSpan
}

/** The first page of a season's channels by their points in a week or a month. */
export function SeasonDaysEmbed({ season, of }: SeasonDaysEmbedProps) {
  const load = useCallback(
    () =>
      callApi(pageOfSeasonDays, {
        params: { season: String(season) },
        query: { of },
        token: null,
      }),
    [season, of],
  )
  const { view: days, isGone } = useFollowed({ topic: `everyone/season:${season}`, load })
  if (days === null) {
    return <EmbedState isGone={isGone} />
  }
  const kind = of === 'week' ? of : (readPeriod(of)?.of ?? 'month')
  return (
    <EmbedFrame
      title={seasonName(season)}
      caption={periodTitle({ ...days, of: kind })}
      page={`${addressOf(PAGES.season, { season })}?${new URLSearchParams({ of })}`}
    >
      {days.held > 0 && <p className={classes.state}>{seasons.days.held(days.held)}</p>}
      <EmbedChannels
        label={seasons.days.title}
        channels={days.rows.map(({ rank, channel, points }) => ({
          ...channel,
          id: `${channel.platform} ${channel.login}`,
          rank,
          figure: formatNumber(points),
        }))}
      />
    </EmbedFrame>
  )
}
