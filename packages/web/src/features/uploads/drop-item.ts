/** One upload of a drop: its files, what they say, and what became of it. */
import type { ReadGroup } from '@rollcall/formats/group-files'
import { sendUpload, UNCHECKED, type UploadResult } from './send-upload.ts'
import { texts } from './texts.ts'

export interface DropItem extends UploadResult {
  readonly names: readonly string[]
  /** null: nothing could be made of the files. */
  readonly upload: ReadGroup | null
}

/** Whose preview has been seen. */
export function isToBeSent({ state }: DropItem): boolean {
  return state === 'ready' || state === 'failed'
}

export function isWaiting(item: DropItem): boolean {
  return isToBeSent(item) || item.state === 'unchecked'
}

export function refusedItem(names: readonly string[], problem: string): DropItem {
  return { ...UNCHECKED, names, problem, state: 'refused', upload: null }
}

export function unusedItem(names: readonly string[], problem: string): DropItem {
  return { ...refusedItem(names, problem), state: 'unused' }
}

/** @throws ApiError where the session is over */
export async function preview(item: DropItem, signal: AbortSignal): Promise<DropItem> {
  return item.upload?.kind === 'map'
    ? { ...item, state: 'unused', problem: texts.files.map }
    : send(item, { isDryRun: true, signal })
}

/** @throws ApiError where the session is over */
export function sent(item: DropItem, signal: AbortSignal): Promise<DropItem> {
  return send(item, { isDryRun: false, signal })
}

async function send(
  item: DropItem,
  options: { isDryRun: boolean; signal: AbortSignal },
): Promise<DropItem> {
  const { upload } = item
  if (upload === null || upload.kind === 'map') {
    return item
  }
  const { kind, fields, files } = upload
  return { ...item, ...(await sendUpload({ kind, fields, files }, options)) }
}
