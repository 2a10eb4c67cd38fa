/** Patch notes: markdown that admins write and everybody reads. */
import type { PatchNote } from '@rollcall/contract/releases'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../database/schema.ts'

/** Newest first. */
export async function listNotes(db: Db): Promise<PatchNote[]> {
  const rows = await db.selectFrom('patch_notes').selectAll().orderBy('id', 'desc').execute()
  return rows.map(noteOf)
}

export async function findNote(db: Db, id: number): Promise<PatchNote | null> {
  const row = await db.selectFrom('patch_notes').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? noteOf(row) : null
}

interface NoteToSave {
  title: string
  content: string
  now: Date
}

export async function createNote(trx: Db, { title, content, now }: NoteToSave): Promise<PatchNote> {
  const row = await trx
    .insertInto('patch_notes')
    .values({ title, content, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return noteOf(row)
}

/** null: there is no such note. */
export async function changeNote(
  trx: Db,
  { id, title, content, now }: NoteToSave & { id: number },
): Promise<PatchNote | null> {
  const row = await trx
    .updateTable('patch_notes')
    .set({ title, content, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? noteOf(row) : null
}

/** The note as it was; null: there is no such note. */
export async function deleteNote(trx: Db, id: number): Promise<PatchNote | null> {
  const row = await trx
    .deleteFrom('patch_notes')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? noteOf(row) : null
}

function noteOf(row: Selectable<Schema['patch_notes']>): PatchNote {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
