import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'drop trigger note_insert on channel_seasons',
  'drop trigger note_update on channel_seasons',
  'drop trigger note_delete on channel_seasons',
  'drop trigger note_update on channels',
  'drop trigger note_update on users',
  'drop function note_changed_seasons()',
  'drop function note_changed_channel()',
  'drop function note_changed_owner()',
  'drop table board_changes',
]
