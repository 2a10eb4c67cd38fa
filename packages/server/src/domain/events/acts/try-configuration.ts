import type { BodyOf, ResponseOf } from '@rollcall/contract/endpoint'
import {
  listEventsToTry,
  MAX_TRIED_EVENTS,
  tryConfiguration,
} from '@rollcall/contract/events-tried'
import { PREVIEW_ROWS } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import type { SignedIn } from '../../../edge/access.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { eventRight, isAllowed } from '../../rights/event.ts'
import { addNextVersion } from '../../scoring/queries.ts'
import { getUsable, lockWritable } from '../../scoring/usable.ts'
import type { EventBoards, ShownBoard } from '../boards/event-boards.ts'
import { laterChannelIdOn, rowsAt } from '../boards/read-board.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { chooseConfiguration } from '../save-event.ts'

/** Says who would move on All Streamers with another configuration: the board is really made, and rolled back. */
export function serveTryConfiguration(
  serve: Serve,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { boards }: { boards: EventBoards },
): void {
  serve(listEventsToTry, async ({ caller, params }) => {
    const { id } = await getUsable(db, caller, params.id)
    return listChanged(db, { configurationId: id, caller, now: now() })
  })

  serve(tryConfiguration, async ({ caller, params, body }) => {
    const asked = { eventId: params.id, right: eventRight('edit', caller) }
    if (!(await isAllowed(db, asked))) {
      return UNAUTHORIZED
    }
    const event = { eventId: params.id, ...(await describeEvent(db, params.id)) }
    const before = await boards.getBoard(await boards.getStreamerBoards(event, caller), null)
    const moves = await boards.tryChange(event, caller, {
      change: (trx) => change(trx, { eventId: params.id, caller, body, now: now() }),
      read: (trx, after) => compareBoards(trx, before, after),
    })
    return { ...moves, isFinal: event.isFinal }
  })
}

interface Change {
  eventId: number
  caller: SignedIn
  body: BodyOf<typeof tryConfiguration>
  now: Date
}

async function change(
  trx: Db,
  { eventId, caller, body: { leaderboard_config_id: id, config }, now }: Change,
): Promise<void> {
  if (config !== undefined) {
    await addNextVersion(trx, await lockWritable(trx, caller, id), { config, now })
    return
  }
  const chosen = await chooseConfiguration(trx, id, caller.userId)
  await trx.updateTable('events').set(chosen).where('id', '=', eventId).execute()
}

/** Events that have begun, and that do not keep the version with which they ended. Admins organise only their own. */
async function listChanged(
  db: Db,
  { configurationId, caller, now }: { configurationId: number; caller: SignedIn; now: Date },
): Promise<ResponseOf<typeof listEventsToTry>> {
  const rows = await db
    .selectFrom('events as event')
    .innerJoin('leaderboard_configurations as chosen', 'chosen.id', 'event.configuration_id')
    .select(['event.id', 'event.name', sql<number>`count(*) over ()`.as('total')])
    .where('chosen.id', '=', configurationId)
    .where(eventRight('edit', { userId: caller.userId, isAdmin: false }))
    .where('event.starts_at', '<=', now)
    .where(({ or, eb }) => or([eb('chosen.is_default', '=', false), eb('event.ends_at', '>', now)]))
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(MAX_TRIED_EVENTS)
    .execute()
  return {
    events: rows.map(({ id, name }) => ({ id, name })),
    others: (rows[0]?.total ?? 0) - rows.length,
  }
}

async function describeEvent(
  db: Db,
  eventId: number,
): Promise<{ organiserId: number; isFinal: boolean }> {
  return db
    .selectFrom('events as event')
    .select([
      'event.created_by as organiserId',
      sql<boolean>`exists (
        select from league_rounds as round
        join event_series as series on series.id = round.series_id
        where round.series_id = event.series_id and round.event_id = event.id
          and round.final_at is not null and series.league_rules is not null
      )`.as('isFinal'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirstOrThrow()
}

interface Move {
  /** Positions; null: not on that board. */
  before: number | null
  after: number | null
  total: number
}

/** The first rows with other ranks, in the order of the later board. */
async function compareBoards(db: Db, before: ShownBoard, after: ShownBoard) {
  const { rows: moves } = await sql<Move>`
    with before as (${rowsOf(before)}), after as (${rowsOf(after)})
    select before.position as before, after.position as after, count(*) over () as total
    from before full join after
      on after.racer_id = before.racer_id and after.later = before.later
    where before.rank is distinct from after.rank
      and not (coalesce(before.is_disqualified, true) and coalesce(after.is_disqualified, true))
    order by coalesce(after.position, before.position), before.position
    limit ${PREVIEW_ROWS}`.execute(db)
  const [earlier, later] = [
    await rowsAt(
      db,
      before,
      moves.flatMap((move) => move.before ?? []),
    ),
    await rowsAt(
      db,
      after,
      moves.flatMap((move) => move.after ?? []),
    ),
  ]
  return {
    total: moves[0]?.total ?? 0,
    rows: moves.flatMap((move) => {
      const [was, is] = [earlier.get(move.before ?? 0), later.get(move.after ?? 0)]
      const row = is ?? was
      if (row === undefined) return []
      const { racer_name, display_name, color } = row
      return [
        { ...{ racer_name, display_name, color }, before: resultOf(was), after: resultOf(is) },
      ]
    }),
  }
}

const rowsOf = (board: ShownBoard) => sql`
  select row.position, row.rank, row.is_disqualified, row.racer_id,
    coalesce(${laterChannelIdOn(board)}, 0) as later
  from event_board_rows as row
  join racers as racer on racer.id = row.racer_id
  where row.board_id = ${board.id}`

const resultOf = (
  row: { rank: number; event_points: number; is_disqualified?: true } | undefined,
) =>
  row === undefined
    ? null
    : {
        ...{ rank: row.rank, points: row.event_points },
        bonus: 0,
        isDisqualified: row.is_disqualified ?? false,
      }
