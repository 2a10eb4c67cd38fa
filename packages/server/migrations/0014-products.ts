import { type Kysely, sql } from 'kysely'

/** Whose companion an installer is; those before were all of the public one. */
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
