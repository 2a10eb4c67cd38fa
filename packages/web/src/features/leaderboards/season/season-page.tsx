import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { EventLines } from '#ui/board/event-lines.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { seasonAddress } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { ChannelLookup } from '../channel-lookup.tsx'
import {
  type LeaderboardView,
  leaderboardViewFromSearch,
  searchFromLeaderboardView,
  viewOfSearch,
} from '../leaderboard-view.ts'
import { SeasonBoard } from '../season-board.tsx'
import { type SeasonOfPage, seasonKey, seasonQuery } from './queries.ts'
import { SeasonLeaders } from './season-leaders.tsx'
import classes from './season-page.module.css'
import { RacerChampions, TopRacers } from './season-racers.tsx'
import { texts } from './texts.ts'

/** A season for everybody. What its board shows is in the address, as on /leaderboards. */
export function SeasonPage() {
  const { season: number = '' } = useParams()
  const { data: season, error, refetch } = useQuery(seasonQuery(number))
  useLive(season ? `everyone/season:${season.season}` : null, seasonKey(number))
  useTabName(season && seasonName(season.season))
  return (
    <div className={layout.page}>
      {error && !season && <LoadError error={error} onRetry={() => void refetch()} />}
      {!season && !error && (
        <Loading>
          <Skeleton height="3.5rem" />
          <Skeleton height="40rem" radius="lg" />
        </Loading>
      )}
      {season && <SeasonView season={season} />}
    </div>
  )
}

function SeasonView({ season: page }: { readonly season: SeasonOfPage }) {
  const { season, isRunning, channels, previous, next, leaders, champions, events } = page
  const address = seasonAddress(season)
  const isEmpty = channels === 0
  return (
    <>
      <PageHeading
        title={seasonName(season)}
        actions={<OtherSeasons previous={previous} next={next} />}
      >
        {leadOf(page)}
      </PageHeading>
      {isEmpty && isRunning && (
        <EmptyState message={texts.none(seasonName(season))}>{texts.noneHint}</EmptyState>
      )}
      {!isEmpty && (
        <>
          <Board season={season} />
          <SeasonLeaders leaders={leaders} isRunning={isRunning} />
          <div className={classes.racers}>
            {champions.length > 0 && <RacerChampions champions={champions} />}
            <TopRacers season={String(season)} />
          </div>
        </>
      )}
      {events.length > 0 && (
        <Panel title={texts.events.title}>
          <EventLines label={texts.events.title} events={events} />
        </Panel>
      )}
      {!isEmpty && (
        <SharePanel
          title={texts.sharing.title}
          page={address}
          picture={`${address}/card.png`}
          alt={texts.sharing.alt(seasonName(season))}
          fileName={`season-${season}.png`}
        />
      )}
    </>
  )
}

function leadOf({ isRunning, channels }: SeasonOfPage): string {
  if (channels === 0) return isRunning ? texts.begun : texts.over
  return isRunning ? texts.running(channels) : texts.finished(channels)
}

type OtherSeasonsProps = Pick<SeasonOfPage, 'previous' | 'next'>

function OtherSeasons({ previous, next }: OtherSeasonsProps) {
  const others = [previous, next].flatMap((season) => season ?? [])
  return (
    others.length > 0 && (
      <nav aria-label={texts.otherSeasons} className={classes.others}>
        {others.map((season) => (
          <ButtonLink key={season} to={seasonAddress(season)} variant="default">
            {seasonName(season)}
          </ButtonLink>
        ))}
      </nav>
    )
  )
}

function Board({ season }: { readonly season: number }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = { ...leaderboardViewFromSearch(search), season: null }
  const show = (next: LeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromLeaderboardView(next).toString() },
      { replace, preventScrollReset: true },
    )
  return (
    <div>
      <search className={classes.lookup}>
        <ChannelLookup
          channel={view.channel}
          onChannel={(channel) => show(...viewOfSearch(view, channel))}
        />
      </search>
      <SeasonBoard view={view} onView={show} season={season} isPublic />
    </div>
  )
}
