/** The receipt that every upload leaves, accepted or refused. */

import type { UploadWarning } from '@rollcall/contract/uploads'
import type { Db, NewUpload } from '../../database/schema.ts'
import { redactSecrets } from '../../http/redact-secrets.ts'
import type { Limits } from '../../limits.ts'
import type { ChannelProof } from './channel-proof.ts'
import type { UploadProblem } from './upload-problem.ts'

export interface ReceiptDraft {
  kind: 'season' | 'event' | 'game'
  receivedAt: Date
  address: string
  proof: Pick<ChannelProof, 'kind' | 'uploader'> | null
  channelClaim: string | null
  seasonClaim: string | null
  contentHash: string | null
  sizeBytes: number | null
  parseMs: number | null
  /** Everything is checked and rolled back; not even a receipt stays. */
  isDryRun: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A claim is text from outside; the receipt stores no more of it. */
const CLAIM_LENGTH = 100

/** The receipt's number; null of a dry run, which leaves none. */
export async function recordTaken(
  trx: Db,
  receiptDraft: ReceiptDraft,
  taken: {
    channelId: number
    message: string
    duplicate: boolean
    stale: boolean
    counts: Readonly<Record<string, number>>
    warnings: readonly UploadWarning[]
    storeMs: number
  },
): Promise<number | null> {
  if (receiptDraft.isDryRun) {
    return null
  }
  const { id } = await trx
    .insertInto('uploads')
    .values({
      ...columnsOf(receiptDraft),
      channel_id: taken.channelId,
      outcome: taken.stale ? 'stale' : taken.duplicate ? 'duplicate' : 'stored',
      status: 200,
      code: null,
      message: redactSecrets(taken.message),
      problem_part: null,
      problem_line: null,
      problem_column: null,
      counts: JSON.stringify(taken.counts),
      warnings: redactSecrets(JSON.stringify(taken.warnings)),
      store_ms: taken.storeMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function recordRefused(
  db: Db,
  receiptDraft: ReceiptDraft,
  problem: UploadProblem,
  { UNPROVEN_RECEIPTS_A_DAY }: Limits,
): Promise<void> {
  if (
    receiptDraft.isDryRun ||
    (receiptDraft.proof === null &&
      (await countUnproven(db, receiptDraft)) >= UNPROVEN_RECEIPTS_A_DAY)
  ) {
    return
  }
  await db
    .insertInto('uploads')
    .values({
      ...columnsOf(receiptDraft),
      channel_id: null,
      outcome: 'refused',
      status: problem.status,
      code: problem.code,
      message: redactSecrets(problem.message),
      problem_part: problem.part ?? null,
      problem_line: problem.line ?? null,
      problem_column: problem.column === undefined ? null : String(problem.column),
      counts: null,
      warnings: '[]',
      store_ms: null,
    })
    .execute()
}

async function countUnproven(db: Db, { address, receivedAt }: ReceiptDraft): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('proof', 'is', null)
    .where('address', '=', address)
    .where('received_at', '>', new Date(receivedAt.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return count
}

function columnsOf(receiptDraft: ReceiptDraft) {
  return {
    received_at: receiptDraft.receivedAt,
    kind: receiptDraft.kind,
    address: receiptDraft.address,
    proof: receiptDraft.proof?.kind ?? null,
    user_id: receiptDraft.proof?.uploader.userId ?? null,
    channel_claim: storableClaim(receiptDraft.channelClaim),
    season_claim: storableClaim(receiptDraft.seasonClaim),
    content_hash: receiptDraft.contentHash,
    size_bytes: receiptDraft.sizeBytes,
    parse_ms: receiptDraft.parseMs,
  } satisfies Partial<NewUpload>
}

function storableClaim(claim: string | null): string | null {
  return claim && redactSecrets(claim).slice(0, CLAIM_LENGTH)
}
