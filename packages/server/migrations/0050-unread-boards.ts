import { type Kysely, sql } from 'kysely'

/** Boards that nobody reads go: docs/decisions/124-boards-that-nobody-reads.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // The default is for servers of the release before, which do not know the column.
  'alter table event_boards add column read_at timestamptz not null default now()',
  `comment on column event_boards.read_at is
    'When somebody read the board last. Later reads are noted only after an hour.'`,
]
