/** Shows of a league's table: of which league, whether it can be shown, and that viewers have seen it. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listRounds, type SeriesRound } from './rounds.ts'

export interface LeagueOfEvent {
  id: number
  name: string
  rules: LeagueRules
}

/** null: the event is no round of a league. */
export async function findLeagueOfEvent(db: Db, eventId: number): Promise<LeagueOfEvent | null> {
  const found = await db
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select(['series.id', 'series.name', sql<LeagueRules>`series.league_rules`.as('rules')])
    .where('event.id', '=', eventId)
    .where('series.league_rules', 'is not', null)
    .executeTakeFirst()
  return found ?? null
}

/** Whether the table has what the round gave, or will never have anything of it. */
const READY_STATES: readonly SeriesRound['state'][] = ['provisional', 'final', 'voided']

/** The league's rounds as its table on stage counts them; null: this round does not count yet. */
export async function listRoundsToShow(
  db: Db,
  { league, eventId, now }: { league: LeagueOfEvent; eventId: number; now: Date },
): Promise<SeriesRound[] | null> {
  const listed = await listRounds(db, { seriesId: league.id, now })
  // It waits for just this show.
  const rounds = listed.map((round) =>
    round.waitsForTable ? { ...round, state: 'provisional' as const } : round,
  )
  const own = rounds.find((round) => round.eventId === eventId)
  return own !== undefined && READY_STATES.includes(own.state) ? rounds : null
}

/** @throws {ApiError} 409 as long as `listRoundsToShow` is null */
export async function getRoundsToShow(
  ...asked: Parameters<typeof listRoundsToShow>
): Promise<SeriesRound[]> {
  const rounds = await listRoundsToShow(...asked)
  if (rounds === null) {
    throw new ApiError('round_does_not_count')
  }
  return rounds
}

/** Viewers have seen the whole table at this event. */
export async function noteTableShown(trx: Db, eventId: number, now: Date): Promise<void> {
  await sql`
    insert into league_rounds as round (series_id, event_id, table_shown_at)
    select series_id, id, ${now}::timestamptz from events
    where id = ${eventId} and series_id is not null
    on conflict (series_id, event_id) do update
      set table_shown_at = coalesce(round.table_shown_at, excluded.table_shown_at)`.execute(trx)
  announce(trx, [`event:${eventId}/details`])
}
