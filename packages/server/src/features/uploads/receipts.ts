/** The receipt that every upload leaves, accepted or refused. */

import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import {
  GAMES_OF_RECEIPT,
  type OwnReceipt,
  RECEIPTS_A_PAGE,
  UploadFacts,
} from '@rollcall/contract/uploads-mine'
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db, NewUpload } from '../../database/schema.ts'
import { findDailyExcess } from '../../http/daily-count.ts'
import { redactedJson, redactSecrets } from '../../http/redact-secrets.ts'
import type { Limits } from '../../limits.ts'
import { CHANNEL_SCOPE } from '../../racer-names.ts'
import type { ChannelProof } from './channel-proof.ts'
import { hideNamesIn, type UploadSentence } from './hidden-in-receipts.ts'
import type { UploadProblem } from './upload-problem.ts'

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
      message: string
      warnings: readonly UploadWarning[]
    }
    storeMs: number
  },
): Promise<number | null> {
  if (receiptDraft.isDryRun) {
    return null
  }
  const { outcome, message, warnings } = taken.stored
  const { id } = await trx
    .insertInto('uploads')
    .values({
      ...toColumns(receiptDraft),
      channel_id: taken.channelId,
      outcome,
      status: 200,
      code: null,
      message: redactSecrets(message),
      problem_params: null,
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
  if (taken.ownerId !== null) {
    await announce(trx, [`uploads:${taken.ownerId}`])
  }
  return id
}

export async function recordRefused(
  trx: Db,
  receiptDraft: ReceiptDraft,
  { problem, said }: { problem: UploadProblem; said: UploadSentence },
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
      message: redactSecrets(said.message),
      problem_params:
        Object.keys(problem.params).length === 0 ? null : redactedJson(said.params ?? {}),
      problem_part: problem.part ?? null,
      problem_line: problem.line ?? null,
      problem_column: problem.column === undefined ? null : String(problem.column),
      facts: null,
      warnings: '[]',
      store_ms: null,
    })
    .execute()
  if (proof !== null) {
    await announce(trx, [`uploads:${proof.uploader.userId}`])
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

export const UNDOABLE_OUTCOME = 'stored'

/** A channel's last upload that stored something and is not undone. */
export async function findUndoable(db: Db, channelId: number): Promise<number | null> {
  const last = await db
    .selectFrom('uploads')
    .select('id')
    .where('channel_id', '=', channelId)
    .where((row) => row.or([row('outcome', '=', UNDOABLE_OUTCOME), isUsedSinceSwitchedBack]))
    .where('undone_at', 'is', null)
    .where((row) =>
      row.or([
        row('season', 'is not', null),
        row('event_id', 'in', row.selectFrom('events').select('id')),
        row('game_ids', 'is not', null),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? null
}

/** Whether the snapshot was only kept when it arrived, but can count now, because its streamer switched back. */
const isUsedSinceSwitchedBack = sql<boolean>`(
  outcome = 'stale'
  and exists (select from channels where id = uploads.channel_id and handed_over_at is null)
  and (
    exists (
      select from season_snapshots as stored
      where stored.channel_id = uploads.channel_id and stored.season = uploads.season
        and stored.snapshot_hash = uploads.content_hash and stored.received_at = uploads.received_at
    )
    or exists (
      select from event_snapshots as stored
      where stored.channel_id = uploads.channel_id and stored.event_id = uploads.event_id
        and stored.snapshot_hash = uploads.content_hash and stored.received_at = uploads.received_at
    )
  )
)`

const countsNow = sql<boolean>`(${isUsedSinceSwitchedBack} and (
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
    namePublicGames,
  }: { userId: number; page: number; namePublicGames: NamePublicGames },
) {
  const channel = await db
    .selectFrom('channels')
    .select(['id', 'platform', 'login', 'name', 'handed_over_at as handedOverAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const own = db
    .selectFrom('uploads')
    .where((row) =>
      row.or([
        row('channel_id', '=', channel?.id ?? 0),
        row.and([row('channel_id', 'is', null), row('user_id', '=', userId)]),
      ]),
    )
  const { total } = await own
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .select(countsNow.as('countsNow'))
    .orderBy('id', 'desc')
    .limit(RECEIPTS_A_PAGE)
    .offset((page - 1) * RECEIPTS_A_PAGE)
    .execute()
  const gamesOf = ({ game_ids }: { game_ids: number[] | null }) =>
    game_ids?.slice(0, GAMES_OF_RECEIPT) ?? []
  const games = await namePublicGames(rows.flatMap(gamesOf))
  const scope = CHANNEL_SCOPE(sql`${channel?.id ?? 0}::integer`)
  const told = await hideNamesIn(db, rows.map(sentenceOf), scope)
  const warnings = await Promise.all(
    rows.map((row) => hideNamesIn(db, row.warnings as UploadWarning[], scope)),
  )
  return {
    channel: channel
      ? {
          name: channel.name,
          page: { platform: channel.platform, login: channel.login },
          handedOverAt: channel.handedOverAt?.toISOString() ?? null,
        }
      : null,
    undoableId: channel ? await findUndoable(db, channel.id) : null,
    total,
    receipts: rows.map((row, index) => ({
      id: row.id,
      receivedAt: row.received_at.toISOString(),
      kind: row.kind as OwnReceipt['kind'],
      outcome: row.outcome,
      code: row.code,
      message: row.message,
      ...told[index],
      facts: row.facts as UploadFacts | null,
      part: row.problem_part,
      line: row.problem_line,
      column: row.problem_column,
      warnings: warnings[index] ?? [],
      undoneAt: row.undone_at?.toISOString() ?? null,
      games: games.filter(({ id }) => gamesOf(row).includes(id)),
      countsNow: row.undone_at === null && row.countsNow,
    })),
  }
}

function sentenceOf({ message, problem_params }: { message: string; problem_params: unknown }) {
  return {
    message,
    ...(problem_params !== null && { params: problem_params as NonNullable<OwnReceipt['params']> }),
  }
}
