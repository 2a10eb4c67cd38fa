import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { seasonName } from '#ui/season-name.ts'
import { ChannelLookup } from './channel-lookup.tsx'
import {
  findDefaultSeason,
  findShownSeason,
  type LeaderboardView,
  leaderboardViewFromSearch,
  searchFromLeaderboardView,
  viewOfSearch,
} from './leaderboard-view.ts'
import classes from './leaderboards-page.module.css'
import { type LeaderboardRow, type Season, seasonsQuery } from './queries.ts'
import { SeasonBoard, Suggestion } from './season-board.tsx'
import { texts } from './texts.ts'

const { filters } = texts

/** Another server's seasons may have other names. */
function seasonLabel({ id, name }: Season): string {
  return name === `Season ${id}` ? seasonName(id) : name
}

export interface ReportableRow {
  readonly row: LeaderboardRow
  readonly season: number
}

interface LeaderboardsPageProps {
  readonly rowAction: (shown: ReportableRow) => ReactNode
}

export function LeaderboardsPage({ rowAction }: LeaderboardsPageProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = leaderboardViewFromSearch(search)
  const seasons = useQuery(seasonsQuery)
  const season = seasons.data && findShownSeason(view, seasons.data)
  const show = (next: LeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromLeaderboardView(next).toString() },
      { replace, preventScrollReset: true },
    )

  const defaultSeason = findDefaultSeason(seasons.data ?? [])
  const showSeason = (id: number) =>
    show({ ...view, season: id === defaultSeason?.id ? null : id, page: 1 })

  return (
    <>
      <Row gap="0/lg" align="end" justify="space-between">
        <PageHeading title={texts.title}>{texts.lead}</PageHeading>
        <LeaderboardFilters
          seasons={seasons.data}
          season={season}
          onSeason={showSeason}
          channel={view.channel}
          onChannel={(channel) => show(...viewOfSearch(view, channel))}
        />
      </Row>
      {seasons.isError && (
        <div className={classes.notice}>
          <Notice message={texts.board.seasonsFailed} onRetry={() => void seasons.refetch()} />
        </div>
      )}
      {seasons.data && !season && view.season !== null && (
        <Suggestion text={texts.board.noSeason(view.season)}>
          {defaultSeason && (
            <Button variant="default" onClick={() => showSeason(defaultSeason.id)}>
              {texts.board.goToSeason(seasonLabel(defaultSeason))}
            </Button>
          )}
        </Suggestion>
      )}
      <SeasonBoard
        view={view}
        onView={show}
        season={season?.id ?? stateOf(seasons)}
        rowAction={(row) => season && rowAction({ row, season: season.id })}
      />
    </>
  )
}

/** Why there is no season to show. */
function stateOf({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  return isPending ? 'loading' : isError ? 'failed' : 'unknown'
}

interface LeaderboardFiltersProps {
  readonly seasons: readonly Season[] | undefined
  readonly season: Season | undefined
  readonly onSeason: (seasonId: number) => void
  readonly channel: string
  readonly onChannel: (channel: string) => void
}

function LeaderboardFilters(props: LeaderboardFiltersProps) {
  const { seasons, season, onSeason, channel, onChannel } = props
  const placeholder = seasons?.length === 0 ? filters.noSeasons : filters.chooseSeason
  return (
    <search className={classes.filters}>
      <NativeSelect
        className={classes.season ?? ''}
        label={filters.season}
        disabled={!seasons?.length}
        value={season?.id ?? ''}
        onChange={({ currentTarget }) => onSeason(Number(currentTarget.value))}
      >
        {!season && <option value="">{placeholder}</option>}
        {seasons?.map((one) => (
          <option key={one.id} value={one.id}>
            {seasonLabel(one)}
          </option>
        ))}
      </NativeSelect>
      <ChannelLookup channel={channel} onChannel={onChannel} />
    </search>
  )
}
