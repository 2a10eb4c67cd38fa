/** What may still happen in a league, from its final rounds alone. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import {
  getLeagueOutlook,
  type LeagueOutlook,
  OUTLOOK_ROWS,
} from '@rollcall/contract/leagues-outlook'
import {
  boundsOf,
  findOutlooks,
  type Outlook,
  type RemainingRound,
} from '@rollcall/scoring/outlook'
import { isHiddenRacer } from '@rollcall/scoring/racer'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { LeagueTable } from './kept-tables.ts'
import type { FoundLeague, PublicLeagues } from './public-leagues.ts'
import type { SeriesRound } from './rounds.ts'
import { labelsOf, multiplierOf } from './table.ts'

export function serveLeagueOutlook(serve: Serve, { db }: AppContext, leagues: PublicLeagues): void {
  serve(getLeagueOutlook, async ({ params }) =>
    describeOutlook(db, await leagues.get(params.token)),
  )
}

async function describeOutlook(
  db: Db,
  { rules, rounds, table }: FoundLeague,
): Promise<LeagueOutlook> {
  const left = rounds.filter(({ state }) => state !== 'final' && state !== 'voided')
  // A table that is kept may be from before a round became final.
  const finals = new Set(rounds.flatMap(({ eventId, state }) => (state === 'final' ? eventId : [])))
  const hasBegun = table.rounds.some(({ eventId }) => finals.has(eventId))
  const bounds = left.flatMap((round) => boundOf(rules, round, table) ?? [])
  const isBounded = bounds.length === left.length
  if (left.length === 0 || !hasBegun || !isBounded) {
    return { remaining: hasBegun ? left.length : 0, isBounded, rows: [] }
  }
  const outlooks = outlooksIn(rules, table, { finals, bounds })
  return { remaining: left.length, isBounded, rows: await nameOutlooks(db, table, outlooks) }
}

/** null: it has no upper limit. Organisers can give bonuses by hand, and checkpoints have no number. */
function boundOf(
  rules: LeagueRules,
  { eventId }: Pick<SeriesRound, 'eventId'>,
  { rounds }: LeagueTable,
): RemainingRound | null {
  const bonuses = rules.bonuses ?? []
  const provisional = rounds.find((round) => round.eventId === eventId)
  return bonuses.some(({ by }) => by !== 'most_games')
    ? null
    : boundsOf(rules.points, {
        multiplier: multiplierOf(rules, eventId),
        bonuses: bonuses.map(({ points }) => points),
        racers: rules.rows?.kind === 'streamers' ? rules.rows.bestRows : 1,
        adjustments: (provisional?.results ?? []).map(({ adjustment }) => adjustment),
      })
}

function outlooksIn(
  rules: LeagueRules,
  { rounds, rows, disqualified }: LeagueTable,
  { finals, bounds }: { finals: ReadonlySet<number>; bounds: readonly RemainingRound[] },
): Outlook[] {
  const isFinal = rounds.map(({ eventId }) => finals.has(eventId))
  const contenders = rows
    .filter(({ row }) => !disqualified.has(row))
    .map(({ row, cells }) => ({ row, cells: cells.filter((_, index) => isFinal[index]) }))
  return findOutlooks(rules, contenders, bounds)
}

async function nameOutlooks(
  db: Db,
  { owners }: LeagueTable,
  outlooks: readonly Outlook[],
): Promise<LeagueOutlook['rows']> {
  // Some may be hidden racers', whom sentences leave out.
  const first = outlooks.slice(0, 2 * OUTLOOK_ROWS)
  const labels = await labelsOf(
    db,
    first.map(({ row }) => row),
    owners,
  )
  return first
    .flatMap(({ row, ...outlook }) => {
      const label = labels.get(row)
      return label === undefined || isHiddenRacer(label.racer_name)
        ? []
        : [{ ...label, ...outlook }]
    })
    .slice(0, OUTLOOK_ROWS)
}
