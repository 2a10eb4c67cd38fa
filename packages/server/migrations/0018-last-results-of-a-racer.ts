import { type Kysely, sql } from 'kysely'

/** A racer's last result, which has the name to show, is found without reading all results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'drop index game_results_by_racer',
  'create index game_results_by_racer on game_results (platform, login, season, game_id)',
]
