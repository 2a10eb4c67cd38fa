/** The receipt that every upload leaves, accepted or refused. */

import type { UploadOutcome } from '@rollcall/contract/uploads'
import {
  GAMES_OF_RECEIPT,
  type OwnReceipt,
  RECEIPTS_A_PAGE,
  UploadFacts,
} from '@rollcall/contract/uploads-mine'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import type { ToldReceipt } from '@rollcall/contract/words/receipts'
import { sql } from 'kysely'
import { findDailyExcess } from '../../edge/daily-count.ts'
import { redactedJson, redactSecrets } from '../../edge/redact-secrets.ts'
import type { Limits } from '../../limits.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db, NewUpload } from '../../platform/database/schema.ts'
import { CHANNEL_SCOPE } from '../people/racer-names.ts'
import { shownNameColumn } from '../people/user-names.ts'
import type { ChannelProof } from './channels/channel-proof.ts'
import { type OfferedGame, offerGames } from './games/offered-games.ts'
import { isUsedSinceSwitchedBack, undoStateAt } from './undoable.ts'
import type { UploadProblem } from './upload-problem.ts'
import { type StoredWarning, wordReceipts, wordWarnings } from './word-receipts.ts'

export interface ReceiptDraft {
  kind: 'season' | 'event' | 'game' | 'import'
  receivedAt: Date
  address: string
  proof: Pick<ChannelProof, 'kind' | 'uploader' | 'companionId'> | null
  channelClaim: string | null
  seasonClaim: string | null
  contentHash: string | null
  sizeBytes: number | null
  parseMs: number | null
  /** Whether everything is only checked and then rolled back, including the receipt. */
  isDryRun: boolean
}

/** How much of a claim, which is text from outside, the receipt stores. */
const CLAIM_LENGTH = 100

/** What an upload stored. `gameIds` lists only games that were not known before. */
export interface StoredChange {
  season?: number
  eventId?: number
  gameIds?: readonly number[]
  /** Games that were not stored, but can be counted as others. */
  offered?: readonly OfferedGame[]
}

/** Returns the receipt's number; null for a dry run, which leaves no receipt. */
export async function recordTaken(
  trx: Db,
  receiptDraft: ReceiptDraft,
  taken: {
    channelId: number
    ownerId: number | null
    change: StoredChange
    stored: UploadFacts & {
      outcome: UploadOutcome
      told: ToldReceipt
      warnings: readonly StoredWarning[]
    }
    storeMs: number
  },
): Promise<number | null> {
  if (receiptDraft.isDryRun) {
    return null
  }
  const { outcome, told, warnings } = taken.stored
  const { id } = await trx
    .insertInto('uploads')
    .values({
      ...toColumns(receiptDraft),
      channel_id: taken.channelId,
      outcome,
      status: 200,
      code: told.code,
      params: redactedJson(told.params),
      problem_part: null,
      problem_line: null,
      problem_column: null,
      // Parsing drops everything in the answer that is not a fact.
      facts: redactedJson(UploadFacts.parse(taken.stored)),
      warnings: redactedJson(warnings),
      store_ms: taken.storeMs,
      season: taken.change.season ?? null,
      event_id: taken.change.eventId ?? null,
      game_ids: taken.change.gameIds ? [...taken.change.gameIds] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await offerGames(trx, { uploadId: id, offered: taken.change.offered ?? [] })
  if (taken.ownerId !== null) {
    announce(trx, [`uploads:${taken.ownerId}`])
  }
  return id
}

export async function recordRefused(
  trx: Db,
  receiptDraft: ReceiptDraft,
  { problem, params }: { problem: UploadProblem; params: StoredFacts },
  { UNPROVEN_RECEIPTS_A_DAY }: Limits,
): Promise<void> {
  const { isDryRun, proof, address, receivedAt: now } = receiptDraft
  if (isDryRun) {
    return
  }
  if (proof === null) {
    const done = trx
      .selectFrom('uploads')
      .select(['received_at as at', sql<number>`1`.as('amount')])
      .where('proof', 'is', null)
      .where('address', '=', address)
    const most = UNPROVEN_RECEIPTS_A_DAY
    if ((await findDailyExcess(trx, { done, adding: 1, most, now })) !== null) {
      return
    }
  }
  await trx
    .insertInto('uploads')
    .values({
      ...toColumns(receiptDraft),
      channel_id: null,
      outcome: 'refused',
      status: problem.status,
      code: problem.code,
      params: redactedJson(params),
      problem_part: problem.part ?? null,
      problem_line: problem.line ?? null,
      problem_column: problem.column === undefined ? null : String(problem.column),
      facts: null,
      warnings: '[]',
      store_ms: null,
    })
    .execute()
  if (proof !== null) {
    announce(trx, [`uploads:${proof.uploader.userId}`])
  }
}

function toColumns(receiptDraft: ReceiptDraft) {
  return {
    received_at: receiptDraft.receivedAt,
    kind: receiptDraft.kind,
    address: receiptDraft.address,
    proof: receiptDraft.proof?.kind ?? null,
    user_id: receiptDraft.proof?.uploader.userId ?? null,
    companion_id: receiptDraft.proof?.companionId ?? null,
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

const countsNow = sql<boolean>`(${isUsedSinceSwitchedBack('uploads')} and (
  exists (
    select from channel_seasons as channel_season
    where channel_season.channel_id = uploads.channel_id and channel_season.season = uploads.season
      and channel_season.snapshot_hash = uploads.content_hash
  )
  or exists (
    select from event_standings as snapshot
    where snapshot.channel_id = uploads.channel_id and snapshot.event_id = uploads.event_id
      and snapshot.snapshot_hash = uploads.content_hash
  )
))`

/** How many games of the upload can be counted as others. */
const offeredCount = sql<number>`(
  select count(*) from offered_games as offer
  where offer.upload_id = uploads.id and not exists (
    select from uploads as counted where counted.id = offer.counted_by and counted.undone_at is null
  )
)`

/**
 * Names those of the games that everybody may see. Passed in, because uploads do not know events, which may hold games.
 */
export type NamePublicGames = (ids: readonly number[]) => Promise<OwnReceipt['games']>

/**
 * The receipts of the user's channel, and of their uploads that were refused before the channel was known. Newest
 * first.
 */
export async function listReceipts(
  db: Db,
  {
    userId,
    page,
    now,
    namePublicGames,
  }: { userId: number; page: number; now: Date; namePublicGames: NamePublicGames },
) {
  const channel = await findOwnChannel(db, userId)
  const { rows, total } = await pageOfUploads(db, {
    ...{ userId, page, now },
    channelId: channel?.id ?? 0,
  })
  const games = await namePublicGames(rows.flatMap(gamesOf))
  const scope = CHANNEL_SCOPE(sql`${channel?.id ?? 0}::integer`)
  const told = await wordReceipts(
    db,
    rows.map((row) => ({ ...row, channel: channel?.name ?? null })),
    scope,
  )
  const warnings = await Promise.all(
    rows.map((row) => wordWarnings(db, row.warnings as StoredWarning[], scope)),
  )
  return {
    channel: channel
      ? {
          name: channel.name,
          page: { platform: channel.platform, login: channel.login },
          handedOverAt: channel.handedOverAt?.toISOString() ?? null,
        }
      : null,
    total,
    receipts: rows.map((row, index) => ({
      id: row.id,
      receivedAt: row.received_at.toISOString(),
      kind: row.kind as OwnReceipt['kind'],
      outcome: row.outcome,
      ...(told[index] ?? { code: row.code, message: '' }),
      facts: row.facts as UploadFacts | null,
      part: row.problem_part,
      line: row.problem_line,
      column: row.problem_column,
      warnings: warnings[index] ?? [],
      undoneAt: row.undone_at?.toISOString() ?? null,
      games: games.filter(({ id }) => gamesOf(row).includes(id)),
      countsNow: row.undone_at === null && row.countsNow,
      offered: row.offered,
      undo: row.undo,
    })),
  }
}

const gamesOf = ({ game_ids }: { game_ids: number[] | null }) =>
  game_ids?.slice(0, GAMES_OF_RECEIPT) ?? []

function findOwnChannel(db: Db, userId: number) {
  return db
    .selectFrom('channels as channel')
    .innerJoin('users as streamer', 'streamer.id', 'channel.user_id')
    .select([
      'channel.id',
      'channel.platform',
      'channel.login',
      shownNameColumn('streamer').as('name'),
      'channel.handed_over_at as handedOverAt',
    ])
    .where('channel.user_id', '=', userId)
    .executeTakeFirst()
}

async function pageOfUploads(
  db: Db,
  { userId, channelId, page, now }: { userId: number; channelId: number; page: number; now: Date },
) {
  const own = db
    .selectFrom('uploads')
    .where((row) =>
      row.or([
        row('channel_id', '=', channelId),
        row.and([row('channel_id', 'is', null), row('user_id', '=', userId)]),
      ]),
    )
  const { total } = await own
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .select([countsNow.as('countsNow'), offeredCount.as('offered'), undoStateAt(now).as('undo')])
    .orderBy('id', 'desc')
    .limit(RECEIPTS_A_PAGE)
    .offset((page - 1) * RECEIPTS_A_PAGE)
    .execute()
  return { rows, total }
}
