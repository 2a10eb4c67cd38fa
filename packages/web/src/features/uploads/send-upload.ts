/** Sends one upload, as a preview or to be stored, and says what happened to it. */
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import {
  type EventReceipt,
  type GameReceipt,
  type SeasonReceipt,
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
  /** `unchecked` and `failed`: neither accepted nor refused, so it can be checked or sent again. */
  readonly state: 'unchecked' | 'ready' | 'failed' | 'stored' | 'duplicate' | 'unused' | 'refused'
  /** null: not sent yet, or no receipt came back. */
  readonly receipt: Receipt | null
  /** Why it was refused, not used or not answered. */
  readonly problem: string | null
  /** The code of the server's refusal. */
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

interface SendOptions {
  /** The files are fully checked, but nothing is stored. */
  readonly isDryRun: boolean
  readonly signal?: AbortSignal
  /** Absent: the session's token. null: no token, because a field is the proof. */
  readonly token?: null
}

/** @throws {ApiError} if the session has ended */
export async function sendUpload(
  { kind, fields, files }: UploadToSend,
  { isDryRun, ...options }: SendOptions,
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
    return { ...UNCHECKED, state: stateFromReceipt(receipt, { isDryRun }), receipt }
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

/** An answer without a receipt still means that the upload was accepted. */
function stateFromReceipt(
  receipt: Receipt | null,
  { isDryRun }: { isDryRun: boolean },
): UploadResult['state'] {
  const success = isDryRun ? 'ready' : 'stored'
  if (receipt === null || receipt.outcome === 'stored') {
    return success
  }
  // A snapshot that is kept is worth sending: it counts once the streamer switches back.
  const isKept = isDryRun && 'unused' in receipt && receipt.unused === 'kept'
  return receipt.outcome === 'duplicate' ? 'duplicate' : isKept ? success : 'unused'
}

/** `refused`: another try would not help. */
export function stateAfter(
  error: unknown,
  { isDryRun }: { isDryRun: boolean },
): UploadResult['state'] {
  const { status = null, reply = null } = error instanceof ApiError ? error : {}
  const isRefusal = status !== null && status >= 400 && status < 500
  const canRetry = status === 408 || status === 429 || reply?.code === 'body_cut_off'
  return isRefusal && !canRetry ? 'refused' : isDryRun ? 'unchecked' : 'failed'
}

/** Whether a snapshot already covers all of the upload's games, so that no season changes. */
export function isUncounted(warnings: readonly UploadWarning[]): boolean {
  return warnings.some(({ code }) => code === 'not_counted')
}

/** How many of its games the site already has. */
export function countKnown({ receipt }: UploadResult): number {
  return receipt?.kind === 'import'
    ? receipt.counts.known
    : receipt?.outcome === 'duplicate'
      ? 1
      : 0
}
