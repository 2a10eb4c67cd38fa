import { type Kysely, sql } from 'kysely'

/** Which companion an installer is for; all earlier ones are for the public companion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `alter table installers add column product text not null default 'public'
    check (product in ('rollcall', 'public'))`,
  `create index installers_by_product on installers (product, id)`,
]
