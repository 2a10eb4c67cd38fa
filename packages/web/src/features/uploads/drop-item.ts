/** One upload among dropped files: its files, what was read from them, and what happened to it. */
import type { ReadGroup } from '@rollcall/formats/group-files'
import { sendUpload, UNCHECKED, type UploadResult } from './send-upload.ts'
import { texts } from './texts.ts'

export interface DropItem extends UploadResult {
  readonly names: readonly string[]
  /** null: the files could not be read. */
  readonly upload: ReadGroup | null
}

/** Whether the upload has been previewed and can be sent. */
export function canBeSent({ state }: DropItem): boolean {
  return state === 'ready' || state === 'failed'
}

export function isWaiting(item: DropItem): boolean {
  return canBeSent(item) || item.state === 'unchecked'
}

export function refusedItem(names: readonly string[], problem: string): DropItem {
  return { ...UNCHECKED, names, problem, state: 'refused', upload: null }
}

export function unusedItem(names: readonly string[], problem: string): DropItem {
  return { ...refusedItem(names, problem), state: 'unused' }
}

/** @throws {ApiError} if the session has ended */
export async function preview(item: DropItem, signal: AbortSignal): Promise<DropItem> {
  return item.upload?.kind === 'map'
    ? { ...item, state: 'unused', problem: texts.files.map }
    : send(item, { isDryRun: true, signal })
}

/** @throws {ApiError} if the session has ended */
export function sendItem(item: DropItem, signal: AbortSignal): Promise<DropItem> {
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
