/** The receipt that every upload leaves, taken or refused. */
import type { UploadWarning } from '@rollcall/contract/uploads'
import type { Db } from '../../app-context.ts'
import type { NewUpload } from '../../database/schema.ts'
import { blotSecrets } from '../../http/blot-secrets.ts'
import type { ChannelProof } from './channel-proof.ts'
import type { UploadProblem } from './formats/problem.ts'

/** What is known of an upload while it goes through its steps; all of it goes on the receipt. */
export interface UploadTrail {
  kind: 'season' | 'event' | 'game'
  receivedAt: Date
  address: string
  proof: Pick<ChannelProof, 'kind' | 'uploader'> | null
  channelClaim: string | null
  seasonClaim: string | null
  contentHash: string | null
  sizeBytes: number | null
  parseMs: number | null
  /** Everything is checked and tried, and nothing of it stays, not even a receipt. */
  isDryRun: boolean
}

/** Takes an upload's transaction back though nothing went wrong. */
class DryRunDone<Receipt> extends Error {
  readonly receipt: Receipt
  constructor(receipt: Receipt) {
    super('a dry run leaves nothing')
    this.receipt = receipt
  }
}

/** All that an upload stores, with its receipt, in one transaction; that of a dry run is taken back. */
export async function inUploadTransaction<Receipt>(
  db: Db,
  { isDryRun }: UploadTrail,
  store: (trx: Db) => Promise<Receipt>,
): Promise<Receipt> {
  try {
    return await db.transaction().execute(async (trx) => {
      const receipt = await store(trx)
      if (isDryRun) {
        throw new DryRunDone(receipt)
      }
      return receipt
    })
  } catch (error) {
    if (error instanceof DryRunDone) {
      return error.receipt
    }
    throw error
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Callers without proof leave at most so many receipts a day per address. */
const UNPROVEN_RECEIPTS_A_DAY = 100
/** A claim is somebody's text; a receipt needs no more of it. */
const CLAIM_LENGTH = 100

/** The receipt's number; null of a dry run, which leaves none. */
export async function recordTaken(
  trx: Db,
  trail: UploadTrail,
  taken: {
    channelId: number
    outcome: 'stored' | 'duplicate' | 'stale'
    message: string
    counts: Readonly<Record<string, number>>
    warnings: readonly UploadWarning[]
    storeMs: number
  },
): Promise<number | null> {
  if (trail.isDryRun) {
    return null
  }
  const { id } = await trx
    .insertInto('uploads')
    .values({
      ...columnsOf(trail),
      channel_id: taken.channelId,
      outcome: taken.outcome,
      status: 200,
      code: null,
      message: blotSecrets(taken.message),
      problem_part: null,
      problem_line: null,
      problem_column: null,
      counts: JSON.stringify(taken.counts),
      warnings: blotSecrets(JSON.stringify(taken.warnings)),
      store_ms: taken.storeMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function recordRefused(
  db: Db,
  trail: UploadTrail,
  problem: UploadProblem,
): Promise<void> {
  if (trail.isDryRun || (trail.proof === null && (await hasLeftEnough(db, trail)))) {
    return
  }
  await db
    .insertInto('uploads')
    .values({
      ...columnsOf(trail),
      channel_id: null,
      outcome: 'refused',
      status: problem.status,
      code: problem.code,
      message: blotSecrets(problem.message),
      problem_part: problem.part ?? null,
      problem_line: problem.line ?? null,
      problem_column: problem.column === undefined ? null : String(problem.column),
      counts: null,
      warnings: '[]',
      store_ms: null,
    })
    .execute()
}

async function hasLeftEnough(db: Db, { address, receivedAt }: UploadTrail): Promise<boolean> {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('proof', 'is', null)
    .where('address', '=', address)
    .where('received_at', '>', new Date(receivedAt.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return count >= UNPROVEN_RECEIPTS_A_DAY
}

function columnsOf(trail: UploadTrail) {
  return {
    received_at: trail.receivedAt,
    kind: trail.kind,
    address: trail.address,
    proof: trail.proof?.kind ?? null,
    user_id: trail.proof?.uploader.userId ?? null,
    channel_claim: keptClaim(trail.channelClaim),
    season_claim: keptClaim(trail.seasonClaim),
    content_hash: trail.contentHash,
    size_bytes: trail.sizeBytes,
    parse_ms: trail.parseMs,
  } satisfies Partial<NewUpload>
}

function keptClaim(claim: string | null): string | null {
  return claim && blotSecrets(claim).slice(0, CLAIM_LENGTH)
}
