/** The games that a row's fair points of a round come from. docs/scoring.md, Fair points */
import type { ExplainedCell } from '@rollcall/contract/league-cells'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { fairShare, firstGames } from '@rollcall/scoring/fair-points'
import { roundHalfUp, times } from '@rollcall/scoring/fraction'
import { fromHundredths } from '@rollcall/scoring/points'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { findChannelLabels } from '../../standings/channel-labels.ts'
import { findHolds, isPublicGame } from '../../visibility/public-games.ts'
import type { StoredResult } from './round-results.ts'

/** null: the league does not count fair points. @param own what is the row, with the first games of each channel */
export async function explainFairCell(
  { db, now }: { db: Db; now: Date },
  { points }: LeagueRules,
  own: readonly StoredResult[],
): Promise<NonNullable<ExplainedCell['fair']> | null> {
  if (points.kind !== 'fair') return null
  const channels = own.flatMap((result) => result.channels ?? [])
  const channelOf = new Map(
    channels.flatMap(({ channel, fair }) => (fair ?? []).map(({ game }) => [game, channel])),
  )
  const counted = firstGames(
    channels.flatMap(({ fair }) => fair ?? []),
    points.games,
  )
  const open = await findPublicGames({ db, now }, [...channelOf.keys()])
  const labels = await findChannelLabels(db, [...new Set(channelOf.values())])
  const played = own.reduce((sum, { facts }) => sum + (facts?.singleGames ?? 0), 0)
  return {
    games: counted.map((place) => ({
      channel: labels.get(channelOf.get(place.game) ?? 0) ?? null,
      gameId: open.has(place.game) ? place.game : null,
      finishedAt: new Date(place.at).toISOString(),
      ...{ first: place.first, last: place.last, rows: place.rows },
      points: fromHundredths(roundHalfUp(times(fairShare(place), 100))),
    })),
    others: Math.max(0, played - counted.length),
  }
}

/** Those that have a page: a frozen board may have games that were taken back, and games that are ranked nowhere else. */
async function findPublicGames(
  { db, now }: { db: Db; now: Date },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select game.id from games as game
    where game.id = any(${ids}::bigint[]) and ${isPublicGame(await findHolds(db, now))}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
