import { Skeleton } from '@mantine/core'
import { SeasonSpan } from '@rollcall/contract/seasons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { EventLines } from '#ui/board/event-lines.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Following } from '#ui/following.tsx'
import { Fact, Head } from '#ui/head.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { seasonAddress } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { ChannelLookup } from '../channel-lookup.tsx'
import {
  type LeaderboardView,
  leaderboardViewFromSearch,
  searchFromLeaderboardView,
  viewOfSearch,
} from '../leaderboard-view.ts'
import { leaderboardQuery } from '../queries.ts'
import { SeasonBoard } from '../season-board.tsx'
import { type SeasonOfPage, seasonDaysQuery, seasonKey, seasonQuery } from './queries.ts'
import { SeasonDays } from './season-days.tsx'
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
    <WidePage>
      {error && !season && <PageError error={error} onRetry={() => void refetch()} />}
      {!season && !error && (
        <Loading>
          <Skeleton height="3.5rem" />
          <Skeleton height="40rem" radius="lg" />
        </Loading>
      )}
      {season && <SeasonView season={season} />}
    </WidePage>
  )
}

function SeasonView({ season: page }: { readonly season: SeasonOfPage }) {
  const { season, isRunning, channels, previous, next, leaders, champions, events } = page
  const address = seasonAddress(season)
  const isEmpty = channels === 0
  const { isBoardPending, areDaysPending } = usePending(season)
  return (
    <>
      <Head
        kind={texts.kind}
        name={seasonName(season)}
        next={<OtherSeasons previous={previous} next={next} />}
      >
        <Fact>{leadOf(page)}</Fact>
      </Head>
      {isEmpty && isRunning && (
        <EmptyState message={texts.none(seasonName(season))}>{texts.noneHint}</EmptyState>
      )}
      {/* Its columns need the whole width, beside the sidebar too. */}
      {!isEmpty && <Board season={season} />}
      <Columns
        aside={
          <Following isWaiting={!isEmpty && (isBoardPending || areDaysPending)}>
            <Stack>
              {!isEmpty && <SeasonLeaders leaders={leaders} isRunning={isRunning} />}
              {champions.length > 0 && !isEmpty && <RacerChampions champions={champions} />}
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
            </Stack>
          </Following>
        }
      >
        {!isEmpty && (
          <>
            <Following isWaiting={isBoardPending}>
              <DaysInAddress season={season} />
            </Following>
            <Following isWaiting={isBoardPending || areDaysPending}>
              <TopRacers season={String(season)} />
            </Following>
          </>
        )}
      </Columns>
    </>
  )
}

/** What is above the other parts, with a height that only its answer tells. */
function usePending(season: number) {
  const [search] = useSearchParams()
  const view = leaderboardViewFromSearch(search)
  const board = useQuery(leaderboardQuery(view, season, { isPublic: true }))
  const days = useQuery(seasonDaysQuery(String(season), { of: spanIn(search) ?? 'week', page: 1 }))
  return { isBoardPending: board.isPending, areDaysPending: days.isPending }
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
      <Row as="nav" gap="xs" align="stretch" aria-label={texts.otherSeasons}>
        {others.map((season) => (
          <ButtonLink key={season} to={seasonAddress(season)} variant="default">
            {seasonName(season)}
          </ButtonLink>
        ))}
      </Row>
    )
  )
}

function Board({ season }: { readonly season: number }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = { ...leaderboardViewFromSearch(search), season: null }
  const show = (next: LeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: withSpan(searchFromLeaderboardView(next), spanIn(search)).toString() },
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

const spanIn = (search: URLSearchParams): SeasonSpan | undefined =>
  SeasonSpan.safeParse(search.get('of')).data

function withSpan(search: URLSearchParams, of: SeasonSpan | undefined): URLSearchParams {
  if (of !== undefined) search.set('of', of)
  return search
}

/** The address has the week or month beside the view of the board. */
function DaysInAddress({ season }: { readonly season: number }) {
  const [search, setSearch] = useSearchParams()
  const choose = (of: SeasonSpan) =>
    setSearch((before) => withSpan(new URLSearchParams(before), of), { preventScrollReset: true })
  return <SeasonDays season={season} of={spanIn(search) ?? 'week'} onChoose={choose} />
}
