/**
 * An upload of any kind from the first byte to the receipt. The numbers of the steps are those of
 * docs/architecture.md, "An upload".
 */

import type { UploadWarning } from '@rollcall/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Config } from '../../config.ts'
import { freeSpaceBytes } from '../../database/file-system.ts'
import type { Db } from '../../database/schema.ts'
import { askingFor } from '../../database/shared-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { userKey } from '../../http/rate-limits.ts'
import { MIB } from '../../limits.ts'
import {
  type ChannelProof,
  findCredential,
  proveChannel,
  refuseEndedSession,
} from './channel-proof.ts'
import { lockChannel } from './channels.ts'
import { checkDailyUploads } from './daily-uploads.ts'
import { bytesOf } from './file-reader.ts'
import { type ReceiptDraft, recordRefused, recordTaken, type StoredChange } from './receipts.ts'
import { completeForm, receiveForm, type UploadForm } from './upload-form.ts'
import type { UploadPlaces } from './upload-places.ts'
import { UploadProblem } from './upload-problem.ts'

/** What differs between a season's snapshot, an event's, and a game. */
export interface UploadKind<Part extends string, Stored extends StoredUpload> {
  kind: ReceiptDraft['kind']
  parts: readonly Part[]
  optionalParts?: readonly string[]
  maxFileBytes: (config: Config) => number
  /** Step 3. */
  readClaim: (form: UploadForm<Part>) => UploadClaim<Stored>
}

/** Which channel and season an upload says it is for; null where it says nothing of it. */
interface UploadClaim<Stored extends StoredUpload> {
  channel: string | null
  season: string | null
  /** Steps 5 and 6, once the channel is proved. */
  check: (proved: ProvedUpload) => Promise<CheckedUpload<Stored>>
}

export interface ProvedUpload {
  context: AppContext
  proof: ChannelProof
  receivedAt: Date
}

export interface CheckedUpload<Stored extends StoredUpload> {
  contentHash: string
  /** Step 7, in the upload's transaction with the channel locked. */
  store: (trx: Db, place: { channelId: number; isDryRun: boolean }) => Promise<Stored>
}

export interface StoredUpload {
  message: string
  duplicate: boolean
  stale: boolean
  counts: Readonly<Record<string, number>>
  warnings: UploadWarning[]
  /** For the receipt: what can be undone. */
  change: StoredChange
}

type TakenUpload<Stored extends StoredUpload> = Omit<Stored, 'change'> & {
  id: number | null
  channel: string
}

/**
 * Takes an upload whole, or refuses it and leaves nothing but a receipt.
 *
 * @throws {ApiError} with the code, sentence and place of the problem
 */
export async function takeUpload<Part extends string, Stored extends StoredUpload>(
  context: AppContext,
  places: UploadPlaces,
  request: FastifyRequest,
  upload: UploadKind<Part, Stored>,
): Promise<TakenUpload<Stored>> {
  const receivedAt = context.now()
  // Filled in step by step: a refusal's receipt says what was known by then.
  const receiptDraft: ReceiptDraft = {
    kind: upload.kind,
    receivedAt,
    address: request.ip,
    proof: null,
    channelClaim: null,
    seasonClaim: null,
    contentHash: null,
    sizeBytes: null,
    parseMs: null,
    isDryRun: false,
  }
  try {
    refuseEndedSession(request)
    await refuseWithoutSpace(context)

    const deadline = places.deadline()
    const maxBytes = upload.maxFileBytes(context.config) * partsOf(upload).length
    return await places.withForm(request, { maxBytes, deadline }, async () => {
      const { claim, proof } = await proveClaim(context, request, { upload, receiptDraft })
      const bytes = receiptDraft.sizeBytes ?? 0
      return places.inTurn(proof, { bytes, deadline }, () =>
        // Whose key it is may share the address with others.
        askingFor(userKey(proof.uploader.userId), () =>
          storeUpload(context, { claim, proof, receiptDraft }),
        ),
      )
    })
  } catch (error) {
    throw await refuse(context, receiptDraft, UploadProblem.from(error))
  }
}

async function proveClaim<Part extends string, Stored extends StoredUpload>(
  context: AppContext,
  request: FastifyRequest,
  { upload, receiptDraft }: { upload: UploadKind<Part, Stored>; receiptDraft: ReceiptDraft },
): Promise<{ claim: UploadClaim<Stored>; proof: ChannelProof }> {
  // 1. The form, within its limits.
  const received = await receiveForm(request, {
    wanted: partsOf(upload),
    maxBytes: upload.maxFileBytes(context.config),
  })
  receiptDraft.isDryRun = received.fields.dryRun === 'true'
  const form = completeForm(received, upload.parts)
  receiptDraft.sizeBytes = bytesOf(form.files)

  // 2. Who sends it.
  const credential = await findCredential(context, request, form.fields.uploadKey)
  receiptDraft.proof = credential

  // 3. Which channel and season it claims to be for.
  const claim = upload.readClaim(form)
  receiptDraft.channelClaim = claim.channel
  receiptDraft.seasonClaim = claim.season

  // 4. Whether the sender may speak for that channel.
  const proof = await proveChannel(context, request, { credential, claim: claim.channel ?? '' })
  receiptDraft.proof = proof
  return { claim, proof }
}

async function storeUpload<Stored extends StoredUpload>(
  context: AppContext,
  {
    claim,
    proof,
    receiptDraft,
  }: { claim: UploadClaim<Stored>; proof: ChannelProof; receiptDraft: ReceiptDraft },
): Promise<TakenUpload<Stored>> {
  // 5. and 6. Whether it can be, and all that it holds.
  const checkStart = performance.now()
  const checked = await claim.check({ context, proof, receivedAt: receiptDraft.receivedAt })
  receiptDraft.contentHash = checked.contentHash
  receiptDraft.parseMs = performance.now() - checkStart

  // 7. All of it and its receipt in one transaction, or nothing.
  const storeStart = performance.now()
  return inUploadTransaction(context.changes, receiptDraft, async (trx) => {
    const { isDryRun } = receiptDraft
    const channelId = await lockChannel(trx, proof.channel)
    const { limits } = context.config
    await checkDailyUploads(trx, { channelId, draft: receiptDraft, limits })
    const stored = await checked.store(trx, { channelId, isDryRun })
    const storeMs = performance.now() - storeStart
    const { change, ...answer } = stored
    const { ownerId } = proof.channel
    const id = await recordTaken(trx, receiptDraft, { ...stored, channelId, ownerId, storeMs })
    return { ...answer, id, channel: proof.channel.name }
  })
}

function partsOf({
  parts,
  optionalParts = [],
}: Pick<UploadKind<string, StoredUpload>, 'parts' | 'optionalParts'>): string[] {
  return [...parts, ...optionalParts]
}

/** Uploads stop while there is still room for the database to keep working. */
async function refuseWithoutSpace({ config }: AppContext): Promise<void> {
  const free = await freeSpaceBytes(config.dataDir)
  if (free < config.limits.FREE_SPACE_RESERVE_MIB * MIB) {
    throw new UploadProblem(
      'no_space',
      'The server has too little disk space left for uploads. Please tell its operator and try again later.',
    )
  }
}

/** Takes an upload's transaction back though nothing went wrong. */
class DryRunDone<Receipt> extends Error {
  readonly receipt: Receipt
  constructor(receipt: Receipt) {
    super('a dry run leaves nothing')
    this.receipt = receipt
  }
}

export async function inUploadTransaction<Receipt>(
  changes: ChangeFeed,
  { isDryRun }: { isDryRun: boolean },
  store: (trx: Db) => Promise<Receipt>,
): Promise<Receipt> {
  try {
    return await changes.transaction(async (trx) => {
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

async function refuse(
  { config, changes }: AppContext,
  receiptDraft: ReceiptDraft,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof UploadProblem)) {
    return error
  }
  // On a full disk even a receipt may be one write too many.
  if (error.code !== 'no_space') {
    await changes.transaction((trx) => recordRefused(trx, receiptDraft, error, config.limits))
  }
  const { part, line, column } = error
  return new ApiError(error, error.message, { place: { part, line, column } })
}
