import { type Kysely, sql } from 'kysely'

/** Boards look up which logins have changed hands: docs/decisions/120-boards-rank-logins-pages-sum-people.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index login_periods_given_up on login_periods (platform, login)
    where ended_at is not null`.execute(db)
}
