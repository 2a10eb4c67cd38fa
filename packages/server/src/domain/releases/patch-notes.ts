/** Patch notes: markdown that admins write and everybody reads. */
import type { PatchNote } from '@rollcall/contract/releases'
import type { Selectable } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Db, Schema } from '../../platform/database/schema.ts'

/** Newest first. */
export async function listNotes(db: Db): Promise<PatchNote[]> {
  const rows = await db.selectFrom('patch_notes').selectAll().orderBy('id', 'desc').execute()
  return rows.map(toNote)
}

export async function findNote(db: Db, id: number): Promise<PatchNote | null> {
  const row = await db.selectFrom('patch_notes').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toNote(row) : null
}

export function toNote(row: Selectable<Schema['patch_notes']>): PatchNote {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function refuseAbsent(): never {
  throw new ApiError('no_such_patch_note')
}
