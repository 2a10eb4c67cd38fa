/** One upload, previewed or stored, and what became of it. */
import {
  type EventReceipt,
  type GameReceipt,
  type SeasonReceipt,
  type UploadWarning,
  uploadEvent,
  uploadGame,
  uploadSeason,
} from '@rollcall/contract/uploads'
import { type ImportReceipt, importDayLog } from '@rollcall/contract/uploads-mine'
import type { ReadGroup } from '@rollcall/formats/group-files'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'

type Receipt = SeasonReceipt | EventReceipt | GameReceipt | ImportReceipt

export interface UploadResult {
  /** `unchecked` and `failed`: neither taken nor refused, so it can be checked or sent again. */
  readonly state: 'unchecked' | 'ready' | 'failed' | 'stored' | 'duplicate' | 'unused' | 'refused'
  /** null: there is none yet, or none came. */
  readonly receipt: Receipt | null
  /** Why it is refused, unused, or was not answered. */
  readonly problem: string | null
  /** Of the server's refusal. */
  readonly code: string | null
}

export const UNCHECKED: UploadResult = {
  state: 'unchecked',
  receipt: null,
  problem: null,
  code: null,
}

export interface UploadToSend extends Pick<ReadGroup, 'fields' | 'files'> {
  readonly kind: Exclude<ReadGroup['kind'], 'map'>
}

const ENDPOINTS = {
  game: uploadGame,
  season: uploadSeason,
  event: uploadEvent,
  import: importDayLog,
} as const

interface HowToSend {
  /** The files are checked to the end, and nothing is stored. */
  readonly isDryRun: boolean
  readonly signal?: AbortSignal
  /** Left out: the session's. null: none, since a field proves the channel. */
  readonly token?: null
}

/** @throws ApiError where the session is over */
export async function sendUpload(
  { kind, fields, files }: UploadToSend,
  { isDryRun, ...options }: HowToSend,
): Promise<UploadResult> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value)
  }
  if (isDryRun) {
    form.set('dryRun', 'true')
  }
  for (const [part, bytes] of Object.entries(files)) {
    form.set(part, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${part}.csv`)
  }
  try {
    const receipt = await callApi(ENDPOINTS[kind], { form, ...options })
    return { ...UNCHECKED, state: stateOf(receipt, { isDryRun }), receipt }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof ApiError && error.status === 401) {
      throw error
    }
    return {
      state: stateAfter(error, { isDryRun }),
      receipt: null,
      problem: sentenceOf(error as Error),
      code: (error instanceof ApiError && error.reply?.code) || null,
    }
  }
}

/** A server that says nothing of what it took has taken it all the same. */
function stateOf(
  receipt: Receipt | null,
  { isDryRun }: { isDryRun: boolean },
): UploadResult['state'] {
  const taken = isDryRun ? 'ready' : 'stored'
  if (receipt === null || receipt.outcome === 'stored') {
    return taken
  }
  // Sent nevertheless: it counts once its streamer switches back.
  const isKept = isDryRun && 'unused' in receipt && receipt.unused === 'kept'
  return receipt.outcome === 'duplicate' ? 'duplicate' : isKept ? taken : 'unused'
}

/** `refused`: no second try can heal it. */
export function stateAfter(
  error: unknown,
  { isDryRun }: { isDryRun: boolean },
): UploadResult['state'] {
  const { status = null, reply = null } = error instanceof ApiError ? error : {}
  const isOurs = status !== null && status >= 400 && status < 500
  const canHeal = status === 408 || status === 429 || reply?.code === 'body_cut_off'
  return isOurs && !canHeal ? 'refused' : isDryRun ? 'unchecked' : 'failed'
}

/** A snapshot already covers all of its games: no season changes by them. */
export function isUncounted(warnings: readonly UploadWarning[]): boolean {
  return warnings.some(({ code }) => code === 'not_counted')
}

/** Of its games, how many the site has already. */
export function knownIn({ receipt }: UploadResult): number {
  return receipt?.kind === 'import'
    ? receipt.counts.known
    : receipt?.outcome === 'duplicate'
      ? 1
      : 0
}
