import { Skeleton } from '@mantine/core'
import { racerName, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { racerPage } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { BadgePanel } from './badge-panel.tsx'
import { ChannelRanksPanel } from './channel-ranks-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { isAt } from './is-at.ts'
import { LeaguesPanel } from './leagues-panel.tsx'
import { LuckPanel } from './luck-panel.tsx'
import { KnownGamesPanel, ModesPanel } from './modes-panel.tsx'
import {
  channelRanksQuery,
  type RacerPageAnswer,
  racerGamesQuery,
  racerLeaguesQuery,
  racerQuery,
  rivalsQuery,
} from './queries.ts'
import { LatestPanel } from './raced-games.tsx'
import { RacerHead } from './racer-head.tsx'
import { RivalsPanel } from './rivals-panel.tsx'
import { SeasonPanel } from './season-panel.tsx'
import { texts } from './texts.ts'
import { NoDaysPanel, YearPanel } from './year-panel.tsx'

interface RacerPageProps {
  /** For the racer alone: what channels decided about them. */
  readonly ownNotices: ReactNode
}

export function RacerPage({ ownNotices }: RacerPageProps) {
  const { platform = '', login = '' } = useParams()
  const asked = { platform, login }
  const { data: page, error, refetch } = useQuery(racerQuery(asked))
  useTabName(page && shownName(page))
  if (page && !isAt(page.address, asked)) {
    return <Navigate to={racerPage(page.address)} replace />
  }
  return (
    <WidePage>
      {(page || !error) && (
        <RacerHead address={asked} label={page ?? { racer_name: racerName(asked) }} page={page} />
      )}
      {error && !page && <PageError error={error} onRetry={() => void refetch()} />}
      {!page && !error && <Parts />}
      {page &&
        (hasResults(page) ? (
          <RacerView page={page} ownNotices={ownNotices} />
        ) : (
          <Newcomer page={page} />
        ))}
    </WidePage>
  )
}

/** Everybody who has signed in has a page, even if they have never raced. */
const hasResults = ({ points, badges, year }: RacerPageAnswer) =>
  points.lifetime !== null || badges.length > 0 || year.days.length > 0

/** What stands in for the parts of the page. */
function Parts() {
  return (
    <Loading>
      <Columns aside={<Skeleton height="26rem" radius="lg" />}>
        <Skeleton height="19rem" radius="lg" />
        <Skeleton height="26rem" radius="lg" />
      </Columns>
    </Loading>
  )
}

function RacerView({ page, ownNotices }: RacerPageProps & { readonly page: RacerPageAnswer }) {
  const { address, year, progress, badges, events } = page
  const games = useQuery(racerGamesQuery(address))
  const ranks = useQuery(channelRanksQuery(address))
  const rivals = useQuery(rivalsQuery(address))
  const leagues = useQuery(racerLeaguesQuery(address))
  // All together: a part that came later would move those below it.
  if (games.isPending || ranks.isPending || rivals.isPending || leagues.isPending) return <Parts />
  const hasDays = year.days.length > 0 || year.heldDays !== undefined
  // A part whose call failed is there and says so; one that would be empty is not.
  const hasGames = games.data?.latest.length !== 0
  const hasLeagues = leagues.data?.leagues.length !== 0
  const hasRivals = rivals.data?.rivals.length !== 0
  return (
    <Columns
      aside={
        <>
          {hasGames && <LuckPanel games={games} />}
          {(hasGames || badges.length > 0) && <BadgePanel badges={badges} />}
          {hasRivals && <RivalsPanel racer={address} answer={rivals} />}
          <ModesPanel races={page.races} royales={page.royales} isBesideKnown={hasGames} />
          <RacerSharing page={page} />
        </>
      }
    >
      {hasLeagues && <LeaguesPanel answer={leagues} />}
      {events.total > 0 && <EventsPanel events={events} />}
      <SeasonPanel progress={progress} ranks={page.ranks} today={year.to} hasDays={hasDays} />
      <ChannelRanksPanel
        answer={ranks}
        season={page.season}
        racer={page.racer_name}
        today={year.to}
      />
      {hasGames && <LatestPanel games={games} />}
      {hasDays ? (
        <YearPanel year={year} />
      ) : (
        <NoDaysPanel seasons={page.seasons} bestRank={page.bestRank} />
      )}
      {hasGames && <KnownGamesPanel games={games} />}
      {/* It comes later, and here it moves nothing. */}
      {page.isOwn && ownNotices}
    </Columns>
  )
}

/** There may still be games: not every public game counts in a season. */
function Newcomer({ page }: { readonly page: RacerPageAnswer }) {
  const { address } = page
  const games = useQuery(racerGamesQuery(address))
  const leagues = useQuery(racerLeaguesQuery(address))
  const hasGames = games.data !== undefined && games.data.latest.length > 0
  if (games.isPending || leagues.isPending) return <Parts />
  const hasLeagues = leagues.data?.leagues.length !== 0
  return (
    <>
      <EmptyState message={texts.head.none}>{texts.head.noneHint}</EmptyState>
      <Columns
        aside={
          <>
            {hasGames && <KnownGamesPanel games={games} />}
            <RacerSharing page={page} />
          </>
        }
      >
        {hasLeagues && <LeaguesPanel answer={leagues} />}
        {hasGames && <LatestPanel games={games} />}
      </Columns>
    </>
  )
}

function RacerSharing({ page }: { readonly page: RacerPageAnswer }) {
  const { platform, login } = page.address
  if (page.isHidden) return null
  const address = racerPage(page.address)
  return (
    <SharePanel
      title={texts.sharing.title}
      page={address}
      picture={`${address}/card.png`}
      alt={texts.sharing.alt(shownName(page))}
      fileName={`${platform}-${login}.png`}
    />
  )
}
