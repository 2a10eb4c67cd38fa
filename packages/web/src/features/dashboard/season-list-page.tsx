import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import cards from '#ui/cards.module.css'
import { Following } from '#ui/following.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { seasonName } from '#ui/season-name.ts'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { seasonPath } from './dashboard-address.ts'
import { SectionHeading } from './dashboard-layout.tsx'
import { LeaguesPanel } from './leagues-panel.tsx'
import { WithNews } from './news-panel.tsx'
import { NoticesPanel } from './notices-panel.tsx'
import { PositionPanel } from './position-panel.tsx'
import {
  currentPositionsQuery,
  newsQuery,
  noticesQuery,
  ownLeaguesQuery,
  racerSeasonsQuery,
  showsToRevealQuery,
} from './queries.ts'
import classes from './season-list-page.module.css'
import { texts } from './texts.ts'

const SKELETONS = [1, 2, 3, 4]

interface SeasonListPageProps {
  /** For people without numbers. */
  readonly firstSteps: ReactNode
  readonly badgeName: ComponentProps<typeof WithNews>['badgeName']
}

export function SeasonListPage({ firstSteps, badgeName }: SeasonListPageProps) {
  const { data, isPending, isError, error, refetch } = useQuery(racerSeasonsQuery)
  const news = useQuery(newsQuery)
  const shows = useQuery(showsToRevealQuery)
  const positions = useQuery(currentPositionsQuery)
  const notices = useQuery(noticesQuery)
  const leagues = useQuery(ownLeaguesQuery)
  const isWaiting = [news, shows, positions, notices, leagues].some(({ isPending }) => isPending)
  const mostPoints = Math.max(...(data?.seasons ?? []).map(({ totalPoints }) => totalPoints ?? 0))
  return (
    <>
      <WithNews
        badgeName={badgeName}
        isWaiting={[positions, notices, leagues].some(({ isPending }) => isPending)}
      >
        <Stack>
          <PositionPanel />
          <Following isWaiting={positions.isPending}>
            <LeaguesPanel />
          </Following>
          <Following isWaiting={positions.isPending || leagues.isPending}>
            <NoticesPanel />
          </Following>
        </Stack>
      </WithNews>
      <Following isWaiting={isWaiting}>
        <SectionHeading title={texts.seasons.title} />
        {isError && <LoadError error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Loading className={`${cards.grid} ${classes.cards}`}>
            {SKELETONS.map((number) => (
              <Skeleton key={number} height="14.5rem" radius="lg" />
            ))}
          </Loading>
        )}
        {data?.seasons.length === 0 && (
          <>
            <EmptyState message={texts.seasons.empty}>{texts.howNumbersCome}</EmptyState>
            {firstSteps}
          </>
        )}
        {data !== undefined && data.seasons.length > 0 && (
          <ul className={`${cards.grid} ${classes.cards}`}>
            <li>
              <SeasonCard
                to={PAGES.dashboardLifetime.path}
                name={texts.seasons.lifetime}
                season={null}
                totals={data.lifetime}
              />
            </li>
            {data.seasons.map((season) => (
              <li key={season.value}>
                <SeasonCard
                  to={seasonPath(season.value)}
                  name={season.number === undefined ? season.name : seasonName(season.number)}
                  season={season.value}
                  totals={season}
                  shareOfBest={mostPoints > 0 ? (season.totalPoints ?? 0) / mostPoints : 0}
                />
              </li>
            ))}
          </ul>
        )}
      </Following>
    </>
  )
}

interface SeasonCardProps {
  readonly to: string
  readonly name: string
  /** null: the card for all seasons together. */
  readonly season: string | null
  readonly totals: { readonly totalRaces: number | null; readonly totalPoints: number | null }
  /** The season's points as a fraction of the best season's. */
  readonly shareOfBest?: number
}

const MARBLE_COUNT = 5

function pickMarble(season: string | null): string {
  return season === null ? 'lifetime' : String(Number(season) % MARBLE_COUNT)
}

function SeasonCard({ to, name, season, totals, shareOfBest }: SeasonCardProps) {
  const isLifetime = season === null
  return (
    <Link
      to={to}
      className={`${cards.card} ${cards.link} ${classes.card}`}
      data-lifetime={isLifetime || undefined}
    >
      <Row as="span" wrap={false}>
        <span className={classes.marble} data-marble={pickMarble(season)} aria-hidden="true">
          {season ?? '∞'}
        </span>
        <span className={classes.name}>{name}</span>
      </Row>
      <Stack as="dl" gap="xs" className={classes.totals}>
        <div className={classes.points}>
          <dt>{isLifetime ? texts.seasons.totalPoints : texts.seasons.points}</dt>
          <dd>{formatNumber(totals.totalPoints)}</dd>
        </div>
        <div>
          <dt>{isLifetime ? texts.seasons.totalRaces : texts.seasons.races}</dt>
          <dd>{formatNumber(totals.totalRaces)}</dd>
        </div>
      </Stack>
      <Share ofBest={shareOfBest} />
    </Link>
  )
}

/** A season's points as a bar; an empty one without a season. */
function Share({ ofBest = null }: { readonly ofBest: number | null | undefined }) {
  const label = ofBest === null ? undefined : texts.seasons.shareOfBest(ofBest)
  return (
    <span
      className={classes.track}
      hidden={ofBest === null}
      role="img"
      aria-label={label}
      title={label}
    >
      <span style={{ inlineSize: `${(ofBest ?? 0) * 100}%` }} />
    </span>
  )
}
