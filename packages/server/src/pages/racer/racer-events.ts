/** Somebody's places in events that everybody finds, once viewers have seen all of their results. */
import { RACERS_EVENTS, type RacerPage } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import { ownsAllOf } from '../../domain/people/login-owners.ts'
import { RACER_NAME } from '../../domain/people/racer-names.ts'
import { type Person, racersOfPeople } from '../../domain/standings/person.ts'
import { isListed } from '../../domain/visibility/event-pages.ts'
import { dueStep, endBoard, isEnd } from '../../domain/visibility/shown-step.ts'
import type { Db } from '../../platform/database/schema.ts'

type Events = RacerPage['events']

/**
 * The latest first. A login that changed hands while an event ran is nobody's there: its row adds up several people. Of
 * two rows in an event, under two logins, the better one counts.
 */
export async function findRacerEvents(db: Db, person: Person): Promise<Events> {
  const isOwn = ownsAllOf('owned', { from: sql`event.starts_at`, until: sql`event.ends_at` })
  const { rows } = await sql<Events['latest'][number] & { total: number }>`
    select result.*, count(*) over () as total,
      (
        select count(*) from show_rows as row
        where row.event_id = result.event_id and row.board = result.board
      ) as of
    from (
      select distinct on (event.id) event.id as event_id, event.starts_at, row.board, event.name,
        show.public_token as token, event.first_day::text as "startAt",
        event.last_day::text as "endAt", row.rank, row.event_points as points
      from ${racersOfPeople([person])} as owned
      join racers as racer on racer.id = owned.racer_id
      join show_rows as row on row.racer_name = ${RACER_NAME}
      join shows as show on show.event_id = row.event_id
      join events as event on event.id = show.event_id
      join lateral ${dueStep} as step on ${endBoard} = row.board
      where ${isListed} and ${isEnd} and not row.is_disqualified and (owned.is_whole or ${isOwn})
      order by event.id, row.rank
    ) as result
    order by result.starts_at desc, result.event_id desc
    limit ${RACERS_EVENTS}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    latest: rows.map(({ name, token, startAt, endAt, rank, of, points }) => ({
      ...{ name, token, startAt, endAt, rank, of, points },
    })),
  }
}
