import { type Kysely, sql } from 'kysely'

/** The last result of a racer, whose name it says, is found without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'drop index game_results_by_racer',
  'create index game_results_by_racer on game_results (platform, login, season, game_id)',
]
