/** One upload of a drop, and what the server says of it. */
import { uploadEvent, uploadGame, uploadSeason } from '@rollcall/contract/uploads'
import { type ImportReceipt, importDayLog } from '@rollcall/contract/uploads-mine'
import type { ReadGroup } from '@rollcall/formats/group-files'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'

export interface DropItem {
  readonly names: readonly string[]
  /** `unchecked` and `failed`: neither taken nor refused, so it can be checked or sent again. */
  readonly state: 'refused' | 'unused' | 'unchecked' | 'ready' | 'known' | 'failed' | 'sent'
  readonly message: string
  readonly warnings: readonly string[]
  readonly upload: ReadGroup | null
  /** Of its games, how many the site has already. */
  readonly known: number
  /** It can be stored, but no season changes by it. */
  readonly isUncounted: boolean
}

/** The server's warning of games that a snapshot already covers. */
export const NOT_COUNTED = 'not_counted'

const ENDPOINTS = {
  game: uploadGame,
  season: uploadSeason,
  event: uploadEvent,
  import: importDayLog,
} as const

/** Whose preview has been seen. */
export function isToBeSent({ state }: DropItem): boolean {
  return state === 'ready' || state === 'failed'
}

export function isWaiting(item: DropItem): boolean {
  return isToBeSent(item) || item.state === 'unchecked'
}

export function refusedItem(names: readonly string[], message: string): DropItem {
  return {
    names,
    message,
    state: 'refused',
    warnings: [],
    upload: null,
    known: 0,
    isUncounted: false,
  }
}

export function unusedItem(names: readonly string[], message: string): DropItem {
  return { ...refusedItem(names, message), state: 'unused' }
}

/** @throws ApiError where the session is over */
export async function preview(item: DropItem, signal: AbortSignal): Promise<DropItem> {
  if (item.upload?.kind === 'map') {
    const message = 'It tells of a map and its record, of which nothing is stored.'
    return { ...item, state: 'unused', message }
  }
  return outcomeOf(item, { isDryRun: true, signal })
}

/** @throws ApiError where the session is over */
export function sent(item: DropItem, signal: AbortSignal): Promise<DropItem> {
  return outcomeOf(item, { isDryRun: false, signal })
}

async function outcomeOf(
  item: DropItem,
  { isDryRun, signal }: { isDryRun: boolean; signal: AbortSignal },
): Promise<DropItem> {
  const { upload } = item
  if (upload === null || upload.kind === 'map') {
    return item
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) {
    form.set(name, value)
  }
  if (isDryRun) {
    form.set('dryRun', 'true')
  }
  for (const [part, bytes] of Object.entries(upload.files)) {
    form.set(part, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${part}.csv`)
  }
  try {
    const receipt = await callApi(ENDPOINTS[upload.kind], { form, signal })
    const taken = isDryRun ? 'ready' : 'sent'
    // Sent nevertheless: it counts once its streamer switches back.
    const isKept = isDryRun && 'kept' in receipt && receipt.kept
    const isUnused = receipt.stale && !isKept
    const state = receipt.duplicate ? 'known' : isUnused ? 'unused' : taken
    const warnings = receipt.warnings.map(({ message }) => message)
    const isUncounted = receipt.warnings.some(({ code }) => code === NOT_COUNTED)
    const known = knownOf(item, receipt)
    return { ...item, state, message: receipt.message, warnings, known, isUncounted }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.status === 401) {
      throw error
    }
    const message = sentenceOf(error as Error)
    return { ...item, state: stateAfter(error, { isDryRun }), message }
  }
}

function knownOf({ upload }: DropItem, receipt: { duplicate: boolean; counts: object }): number {
  if (upload?.kind === 'import') {
    return (receipt.counts as ImportReceipt['counts']).known
  }
  return receipt.duplicate ? 1 : 0
}

/** `refused`: no second try can heal it. */
export function stateAfter(error: unknown, { isDryRun }: { isDryRun: boolean }): DropItem['state'] {
  const { status = null, reply = null } = error instanceof ApiError ? error : {}
  const isOurs = status !== null && status >= 400 && status < 500
  const canHeal = status === 408 || status === 429 || reply?.code === 'body_cut_off'
  return isOurs && !canHeal ? 'refused' : isDryRun ? 'unchecked' : 'failed'
}
