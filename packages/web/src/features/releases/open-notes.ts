/** Which patch notes are expanded. */

/** null: nothing chosen yet, so the newest note is expanded. */
export type Chosen = ReadonlySet<number> | null

/** @param ids of all notes, newest first */
export function openNotes(chosen: Chosen, ids: readonly number[]): ReadonlySet<number> {
  return chosen ?? new Set(ids.slice(0, 1))
}

export function toggleNote(open: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(open)
  if (!next.delete(id)) {
    next.add(id)
  }
  return next
}

/**
 * If only the newest note was expanded and is deleted, the next newest is expanded. `ids` are from before the
 * deletion.
 */
export function afterDeletion(
  open: ReadonlySet<number>,
  { ids, deletedId }: { ids: readonly number[]; deletedId: number },
): ReadonlySet<number> {
  const left = ids.filter((id) => id !== deletedId)
  if (ids[0] === deletedId && open.size === 1 && open.has(deletedId)) {
    return new Set(left.slice(0, 1))
  }
  return new Set([...open].filter((id) => id !== deletedId))
}
