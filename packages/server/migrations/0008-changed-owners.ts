import { type Kysely, sql } from 'kysely'

/** An owner's name is noted like an owner's picture: the dashboards of those who race there show both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

const statements = [
  'alter function note_changed_picture() rename to note_changed_owner',
  'drop trigger note_update on users',
  `create trigger note_update after update on users for each row
    when ((old.username, old.profile_image_url) is distinct from (new.username, new.profile_image_url))
    execute function note_changed_owner()`,
]
