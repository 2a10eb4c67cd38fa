/**
 * The steps of every upload, from the first byte to the receipt. Each kind of upload calls them in its own function.
 * They are numbered as in docs/walks.md, "An upload".
 */

import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import type { UploadFacts } from '@rollcall/contract/uploads-mine'
import { type ToldReceipt, writeReceipt } from '@rollcall/contract/words/receipts'
import type { FileWarning } from '@rollcall/formats/problem'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { userKey } from '../../edge/rate-limits.ts'
import { MIB } from '../../limits.ts'
import type { ChangeFeed } from '../../platform/changes/change-feed.ts'
import { answerOfRun, DryRunDone } from '../../platform/database/dry-run.ts'
import { freeSpaceBytes } from '../../platform/database/file-system.ts'
import type { Db } from '../../platform/database/schema.ts'
import { askingFor } from '../../platform/database/shared-pool.ts'
import { CHANNEL_SCOPE } from '../people/racer-names.ts'
import type { User } from '../people/sign-in/users.ts'
import {
  type ChannelProof,
  type Credential,
  findCredential,
  proveChannel,
  refuseEndedSession,
} from './channels/channel-proof.ts'
import { findChannel, lockChannel } from './channels/channels.ts'
import { checkDailyUploads } from './daily-uploads.ts'
import { sumBytes } from './files/read-files.ts'
import { completeForm, receiveForm, type UploadForm } from './files/upload-form.ts'
import { shareNamesLock, withoutDeletedName } from './names/deleted-names.ts'
import { storeNames } from './names/names-in-params.ts'
import { type ReceiptDraft, recordRefused, recordTaken, type StoredChange } from './receipts.ts'
import { UploadProblem } from './upload-problem.ts'
import type { UploadQueues } from './upload-queues.ts'
import { type StoredWarning, wordWarnings } from './word-receipts.ts'

export interface SentUpload {
  context: AppContext
  queues: UploadQueues
  request: FastifyRequest
}

interface WantedForm<Part extends string> {
  kind: ReceiptDraft['kind']
  parts: readonly Part[]
  optionalParts?: readonly string[]
  maxFileBytes: number
}

type StoredUpload = UploadFacts & {
  told: ToldReceipt
  outcome: UploadOutcome
  warnings: FileWarning[]
  /** For the receipt: what an undo can take back. */
  change: StoredChange
}

type TakenUpload<Stored extends StoredUpload> = Omit<Stored, 'change' | 'told' | 'warnings'> & {
  id: number | null
  message: string
  warnings: UploadWarning[]
  channel: string
  duplicate: boolean
  stale: boolean
}

/**
 * Takes an upload completely, or refuses it and leaves only a receipt.
 *
 * @param take the steps, in order
 * @throws {ApiError} with code, sentence and location of the problem
 */
export async function receiveUpload<Part extends string, Receipt>(
  sent: SentUpload,
  wanted: WantedForm<Part>,
  take: (upload: Upload<Part>) => Promise<Receipt>,
): Promise<Receipt> {
  const { context, queues, request } = sent
  const draft: ReceiptDraft = {
    kind: wanted.kind,
    receivedAt: context.now(),
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
    const deadline = queues.deadline()
    const maxBytes = wanted.maxFileBytes * listParts(wanted).length
    return await queues.withForm(request, { maxBytes, deadline }, () =>
      take(new Upload({ ...sent, wanted, draft, deadline })),
    )
  } catch (error) {
    throw await refuse(context, draft, UploadProblem.from(error))
  }
}

interface UploadInProgress<Part extends string> extends SentUpload {
  wanted: WantedForm<Part>
  /** Filled in step by step, so that the receipt of a refusal contains everything known by then. */
  draft: ReceiptDraft
  deadline: number
}

/** An upload in progress. */
class Upload<Part extends string> {
  readonly receivedAt: Date
  readonly #upload: UploadInProgress<Part>
  #turnBegan = 0

  constructor(upload: UploadInProgress<Part>) {
    this.receivedAt = upload.draft.receivedAt
    this.#upload = upload
  }

  get isDryRun(): boolean {
    return this.#upload.draft.isDryRun
  }

  /** Step 1. */
  async readForm(): Promise<UploadForm<Part>> {
    const { request, wanted, draft } = this.#upload
    const maxBytes = wanted.maxFileBytes
    const received = await receiveForm(request, { wanted: listParts(wanted), maxBytes })
    draft.isDryRun = received.fields.dryRun === 'true'
    const form = completeForm(received, wanted.parts)
    draft.sizeBytes = sumBytes(form.files)
    return form
  }

  /** Step 2. */
  async findSender({ uploadKey }: UploadForm<Part>['fields']): Promise<Credential | null> {
    const { context, request, draft } = this.#upload
    const sender = await findCredential(context, request, uploadKey)
    draft.proof = sender
    return sender
  }

  /** Step 4. A claim is null if the upload makes none. */
  async prove(
    sender: Credential | null,
    { channel, season }: { channel: string | null; season: string | null },
  ): Promise<ChannelProof> {
    const { context, request, draft } = this.#upload
    draft.channelClaim = channel
    draft.seasonClaim = season
    const proof = await proveChannel(context, request, { credential: sender, claim: channel ?? '' })
    draft.proof = proof
    return proof
  }

  /** Waits for its turn, then runs the remaining steps. */
  inTurn<Receipt>(proof: ChannelProof, work: () => Promise<Receipt>): Promise<Receipt> {
    const { queues, draft, deadline } = this.#upload
    return queues.inTurn(proof, { bytes: draft.sizeBytes ?? 0, deadline }, () => {
      this.#turnBegan = performance.now()
      // By user, because others may share the uploader's address.
      return askingFor(userKey(proof.uploader.userId), work)
    })
  }

  /**
   * Steps 8 and 9: inserts the racers in a transaction of their own, so that others with the same racers need not wait,
   * after everything that can refuse the upload by then. A dry run inserts them in the transaction that is rolled back.
   * Then runs `store` in a transaction that has locked the channel, and writes the receipt in it.
   */
  async store<Named, Stored extends StoredUpload>(
    { proof: { channel, uploader }, contentHash, insertNames, refuseConflict }: ToStore<Named>,
    store: (trx: Db, channelId: number, named: Named) => Promise<Stored>,
  ): Promise<TakenUpload<Stored>> {
    const { context, draft } = this.#upload
    const { limits } = context.config
    const storeBegan = performance.now()
    draft.contentHash = contentHash
    draft.parseMs = storeBegan - this.#turnBegan
    const people = { uploader, ownerId: channel.ownerId }
    let named: { by: Named } | null = null
    if (!draft.isDryRun) {
      const { db } = context
      await refuseDeleted(db, people, context)
      const channelId = await findChannel(db, channel)
      if (channelId !== null) {
        await checkDailyUploads(db, { channelId, draft, limits })
        await refuseConflict?.(db, channelId)
      }
      named = await context.db.transaction().execute(async (trx) => {
        await shareNamesLock(trx)
        return { by: await insertNames(trx) }
      })
    }
    return inUploadTransaction(context.changes, draft, async (trx) => {
      await refuseDeleted(trx, people, context)
      draft.channelClaim = await nameableClaim(trx, context, draft)
      const channelId = await lockChannel(trx, channel)
      await checkDailyUploads(trx, { channelId, draft, limits })
      const storing = await store(
        trx,
        channelId,
        named === null ? await insertNames(trx) : named.by,
      )
      const odd = await storeWarnings(trx, context, storing.warnings)
      const storeMs = performance.now() - storeBegan
      const { change, told, warnings: _, ...answer } = storing
      const { ownerId, name } = channel
      const stored = { ...storing, warnings: odd }
      const id = await recordTaken(trx, draft, { stored, change, channelId, ownerId, storeMs })
      const { outcome } = storing
      return {
        ...answer,
        ...{ duplicate: outcome === 'duplicate', stale: outcome === 'stale' },
        message: writeReceipt(told, { channel: name, isDryRun: draft.isDryRun }),
        warnings: await wordWarnings(trx, odd, CHANNEL_SCOPE(sql`${channelId}::integer`)),
        id,
        channel: name,
      }
    })
  }
}

/** The warnings with entries for names. */
async function storeWarnings(
  trx: Db,
  { keys }: AppContext,
  warnings: readonly FileWarning[],
): Promise<StoredWarning[]> {
  const params = await storeNames(trx, keys.privacy, {
    params: warnings.map((warning) => warning.params ?? {}),
  })
  return warnings.map((warning, index) => ({
    ...warning,
    ...(warning.params && { params: params[index] }),
  }))
}

interface ToStore<Named> {
  proof: ChannelProof
  contentHash: string
  /** Makes rows of new racers. Needs `shareNamesLock`. */
  insertNames: (trx: Db) => Promise<Named>
  /** Refuses what the transaction would refuse too, before it has made rows. */
  refuseConflict?: (db: Db, channelId: number) => Promise<void>
}

function listParts({ parts, optionalParts = [] }: WantedForm<string>): string[] {
  return [...parts, ...optionalParts]
}

/** Refuses uploads while the database still has enough space to keep working. */
async function refuseWithoutSpace({ config }: AppContext): Promise<void> {
  const free = await freeSpaceBytes(config.dataDir)
  if (free < config.limits.FREE_SPACE_RESERVE_MIB * MIB) {
    throw new UploadProblem('no_space', { reason: 'little_space' })
  }
}

export async function inUploadTransaction<Receipt>(
  changes: ChangeFeed,
  { isDryRun }: { isDryRun: boolean },
  store: (trx: Db) => Promise<Receipt>,
): Promise<Receipt> {
  return answerOfRun(() =>
    changes.transaction(async (trx) => {
      await shareNamesLock(trx)
      const receipt = await store(trx)
      if (isDryRun) {
        throw new DryRunDone(receipt)
      }
      return receipt
    }),
  )
}

/**
 * An account may be deleted while an upload waits for its turn. Then the upload has no sender or no channel any more.
 *
 * @throws {UploadProblem} `not_authorised`
 */
async function refuseDeleted(
  trx: Db,
  { uploader, ownerId }: { uploader: User; ownerId: number | null },
  { config }: AppContext,
): Promise<void> {
  if (await areDeleted(trx, [uploader.userId, ownerId ?? uploader.userId])) {
    throw new UploadProblem('not_authorised', { reason: 'no_proof', site: config.publicUrl })
  }
}

async function areDeleted(trx: Db, userIds: readonly number[]): Promise<boolean> {
  const deleted = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return deleted !== undefined
}

/** What the receipt stores of the claim. */
const nameableClaim = async (
  trx: Db,
  { keys }: AppContext,
  { channelClaim }: ReceiptDraft,
): Promise<string | null> =>
  channelClaim && (await withoutDeletedName(trx, keys.privacy, channelClaim))

async function refuse(
  context: AppContext,
  receiptDraft: ReceiptDraft,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof UploadProblem)) {
    return error
  }
  // On a full disk, even a receipt may be one write too many.
  if (error.code !== 'no_space') {
    const { config, changes, keys } = context
    await changes.transaction(async (trx) => {
      await shareNamesLock(trx)
      const { proof } = receiptDraft
      if (proof !== null && (await areDeleted(trx, [proof.uploader.userId]))) {
        return
      }
      const channelClaim = await nameableClaim(trx, context, receiptDraft)
      const [params = {}] = await storeNames(trx, keys.privacy, {
        params: [error.params],
        uploaderId: proof?.uploader.userId,
      })
      const draft = { ...receiptDraft, channelClaim }
      await recordRefused(trx, draft, { problem: error, params }, config.limits)
    })
  }
  const { part, line, column } = error
  return new ApiError(error, {}, { place: { part, line, column } })
}
