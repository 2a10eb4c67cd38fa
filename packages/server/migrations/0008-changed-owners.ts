import { type Kysely, sql } from 'kysely'

/** Changes of an owner's name are recorded like those of the picture: dashboards of the channel's racers show both. */
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
