/** Deletes racers that only refused uploads have named. */
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { everyMinute } from '../../platform/database/every-minute.ts'
import type { Db } from '../../platform/database/schema.ts'
import { tryLockNames } from './names/deleted-names.ts'

/** Every column that holds racers' ids. A test compares them with the schema. */
export const RACER_COLUMNS = [
  ['division_members', 'racer_id'],
  ['badge_progress', 'racer_id'],
  ['channel_racers', 'racer_id'],
  ['checkpoint_hits', 'racer_id'],
  ['event_adjustments', 'racer_id'],
  ['event_board_rows', 'racer_id'],
  ['event_racers', 'racer_id'],
  ['game_results', 'racer_id'],
  ['league_disqualifications', 'racer_id'],
  ['league_game_places', 'racer_id'],
  ['league_passed_over', 'racer_id'],
  ['off_boards', 'racer_id'],
  ['offered_hits', 'racer_id'],
  ['racer_badges', 'racer_id'],
  ['racer_days', 'racer_id'],
  ['racer_totals', 'racer_id'],
  ['show_rows', 'racer_id'],
  ['unshown_names', 'racer_id'],
] as const

/** The same for columns with a list of ids. Their tables are small. */
export const RACER_LIST_COLUMNS = [['badge_checks', 'racer_ids']] as const

const RACERS_AT_ONCE = 1_000

export function startSweepingRacers(
  app: FastifyInstance,
  { db, warn }: Pick<AppContext, 'db' | 'warn'>,
): void {
  const failure = 'racers of refused uploads cannot be deleted'
  everyMinute(app, { work: () => sweepRacers(db), failure, warn })
}

/**
 * Looks at the racers that no upload has named for a day, some at a time. If an upload is under way, the others wait for
 * the next time, so that uploads do not wait for them.
 */
export async function sweepRacers(db: Db): Promise<void> {
  while ((await sweepSome(db)) === RACERS_AT_ONCE);
}

function sweepSome(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockNames(trx))) {
      return 0
    }
    const { rows } = await sql<{ id: number }>`
      delete from new_racers where racer_id in (
        select racer_id from new_racers where since < now() - interval '1 day'
        order by since, racer_id limit ${RACERS_AT_ONCE}
      )
      returning racer_id as id`.execute(trx)
    const ids = rows.map(({ id }) => id)
    await sql`
      delete from racers as racer
      where id = any(${ids}::integer[]) and not (${sql.join(REFERENCES, sql` or `)})`.execute(trx)
    return ids.length
  })
}

const REFERENCES: RawBuilder<boolean>[] = [
  ...RACER_COLUMNS.map(
    ([table, column]) =>
      sql<boolean>`exists (select from ${sql.table(table)} where ${sql.ref(column)} = racer.id)`,
  ),
  ...RACER_LIST_COLUMNS.map(
    ([table, column]) =>
      sql<boolean>`exists (select from ${sql.table(table)} where racer.id = any(${sql.ref(column)}))`,
  ),
]
