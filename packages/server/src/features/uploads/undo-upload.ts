/**
 * The last upload of a channel, taken back by its streamer: its games are removed, or the snapshot before
 * it counts again. Uploading once more undoes that.
 */
import type { NumbersChange } from '@rollcall/contract/uploads-mine'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db, Schema } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { applyStanding, lockEvent } from './event-upload.ts'
import { findUndoable, OUTCOME_OF_UNDOABLE } from './receipts.ts'
import { sumSeasons } from './season-of-games.ts'
import { applySeason } from './season-upload.ts'
import { racersInWords } from './snapshots.ts'
import {
  readStoredEvent,
  readStoredSeason,
  selectEventSnapshots,
  selectSeasonSnapshots,
} from './stored-snapshots.ts'
import { inUploadTransaction } from './take-upload.ts'

type Receipt = Selectable<Schema['uploads']>
type Undone = { message: string; changes: NumbersChange[] }

/** @throws {ApiError} `not_found`; `conflict` where it is not the last one, or what was before is gone */
export async function undoUpload(
  { changes }: AppContext,
  actor: Actor,
  { id, isDryRun }: { id: number; isDryRun: boolean },
): Promise<Undone> {
  return inUploadTransaction(changes, { isDryRun }, async (trx) => {
    const channel = await trx
      .selectFrom('channels')
      .select(['id', 'name', 'handed_over_at'])
      .where('user_id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirst()
    const receipt =
      channel &&
      (await trx
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('channel_id', '=', channel.id)
        .executeTakeFirst())
    if (channel === undefined || receipt === undefined) {
      throw new ApiError('not_found', 'There is no such upload of your channel.')
    }
    if ((await findUndoable(trx, channel.id)) !== id) {
      throw new ApiError(
        'conflict',
        'Only the last upload can be taken back, and this one is not or no longer it.',
      )
    }
    const undone = await undo(trx, {
      channelId: channel.id,
      handedOverAt: channel.handed_over_at,
      receipt,
    })
    await trx.updateTable('uploads').set({ undone_at: actor.now }).where('id', '=', id).execute()
    await announce(trx, [`uploads:${actor.userId}`])
    const message = `Took back ${undone.what} of ${channel.name}.`
    await recordAct(trx, actor, {
      act: 'upload-undone',
      summary: message,
      details: {
        receipt: String(id),
        ...Object.fromEntries(
          undone.changes.map(({ of, before, after }) => [of, `${before}; now ${after}`]),
        ),
      },
    })
    return { message, changes: undone.changes }
  })
}

interface Place {
  channelId: number
  handedOverAt: Date | null
  receipt: Receipt
}

async function undo(trx: Db, place: Place): Promise<{ what: string; changes: NumbersChange[] }> {
  const { channelId, receipt } = place
  if (receipt.game_ids !== null) {
    const isImport = receipt.kind === 'import'
    return undoGames(trx, { channelId, gameIds: receipt.game_ids, isImport })
  }
  return receipt.event_id === null
    ? undoSeason(trx, place)
    : undoEvent(trx, { ...place, eventId: receipt.event_id })
}

async function undoGames(
  trx: Db,
  { channelId, gameIds, isImport }: { channelId: number; gameIds: number[]; isImport: boolean },
) {
  const games = await trx
    .selectFrom('games')
    .select(['id', 'mode', 'season', 'player_count'])
    .where('channel_id', '=', channelId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(gameIds))))
    // A game that its own files have completed since is theirs.
    .$if(isImport, (query) => query.where('game_key', 'like', 'log %'))
    .execute()
  const seasons = [...new Set(games.map(({ season }) => season))].toSorted((a, b) => a - b)
  const before = await seasonsInWords(trx, { channelId, seasons })
  await trx
    .deleteFrom('games')
    .where('channel_id', '=', channelId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(games.map(({ id }) => id)))))
    .execute()
  await sumSeasons(trx, { channelId, seasons })
  const after = await seasonsInWords(trx, { channelId, seasons })
  await announce(trx, [
    `games:${channelId}`,
    ...seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  ])
  const [only] = games
  const words = { race: 'a race', royale: 'a royale', tilt: 'a tilt level' } as const
  return {
    what:
      only !== undefined && games.length === 1
        ? `${words[only.mode]} with ${racersInWords(only.player_count)}`
        : `${games.length.toLocaleString('en')} games`,
    changes: seasons.map((season, index) => ({
      of: `Season ${season}`,
      before: before[index] ?? NOTHING,
      after: after[index] ?? NOTHING,
    })),
  }
}

async function undoSeason(trx: Db, place: Place) {
  const { channelId, receipt } = place
  const season = receipt.season ?? 0
  const stored = await selectSeasonSnapshots(trx)
    .where('stored.channel_id', '=', channelId)
    .where('stored.season', '=', season)
    .execute()
  const { own, earlier } = await findInStored(trx, stored, place)
  const [before = NOTHING] = await seasonsInWords(trx, { channelId, seasons: [season] })
  await trx.deleteFrom('season_snapshots').where('id', '=', own.id).execute()
  if (own.currentHash === own.snapshot_hash) {
    await (earlier === undefined
      ? removeSnapshotOf(trx, { channelId, season })
      : applySeason(trx, await readStoredSeason(earlier)))
  }
  const [after = NOTHING] = await seasonsInWords(trx, { channelId, seasons: [season] })
  return {
    what: `the snapshot of season ${season}`,
    changes: [{ of: `Season ${season}`, before, after }],
  }
}

/** The season is told by its games alone, or not listed. */
async function removeSnapshotOf(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<void> {
  await trx
    .deleteFrom('season_racers')
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .execute()
  await trx
    .updateTable('channel_seasons')
    .set({
      source: 'games',
      marble_day: null,
      snapshot_hash: null,
      racer_count: 0,
      snapshot_points: null,
      snapshot_games: null,
      snapshot_race_high: null,
      snapshot_royale_high: null,
    })
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .execute()
  await sumSeasons(trx, { channelId, seasons: [season] })
  await announce(trx, [`season:${season}/channel:${channelId}`])
}

async function undoEvent(trx: Db, place: Place & { eventId: number }) {
  const { channelId, eventId } = place
  const event = await lockEvent(trx, eventId)
  if (event === undefined) {
    throw new ApiError('conflict', 'The event has been deleted meanwhile. Nothing changed.')
  }
  const { name } = event
  const stored = await selectEventSnapshots(trx)
    .where('stored.channel_id', '=', channelId)
    .where('stored.event_id', '=', eventId)
    .execute()
  const { own, earlier } = await findInStored(trx, stored, place)
  const key = { eventId, channelId }
  const before = await standingInWords(trx, key)
  await trx.deleteFrom('event_snapshots').where('id', '=', own.id).execute()
  if (own.currentHash === own.snapshot_hash) {
    if (earlier === undefined) {
      await trx
        .deleteFrom('event_standings')
        .where('event_id', '=', eventId)
        .where('channel_id', '=', channelId)
        .execute()
      await announce(trx, [`event:${eventId}/channel:${channelId}`])
    } else {
      await applyStanding(trx, await readStoredEvent(earlier))
    }
  }
  const after = await standingInWords(trx, key)
  return { what: `the snapshot of the event ${name}`, changes: [{ of: name, before, after }] }
}

/**
 * What is taken back, and what was before it; one that came after the handover is not used.
 *
 * @param stored newest first
 */
async function findInStored<Row extends { id: number; snapshot_hash: string; received_at: Date }>(
  trx: Db,
  stored: readonly Row[],
  place: Place,
): Promise<{ own: Row; earlier: Row | undefined }> {
  const { receipt, handedOverAt } = place
  const at = stored.findIndex(
    ({ snapshot_hash, received_at }) =>
      snapshot_hash === receipt.content_hash &&
      received_at.getTime() === receipt.received_at.getTime(),
  )
  const own = stored[at]
  if (own === undefined) {
    throw new ApiError(
      'conflict',
      'This snapshot is no longer stored, because newer ones have arrived. Nothing changed.',
    )
  }
  const earlier = stored
    .slice(at + 1)
    .find(({ received_at }) => handedOverAt === null || received_at < handedOverAt)
  if (earlier === undefined && (await hasEarlier(trx, place))) {
    throw new ApiError(
      'conflict',
      'The snapshot before this one is no longer stored, so this one cannot be taken back. Nothing changed.',
    )
  }
  return { own, earlier }
}

/** Whether a snapshot was there before, though it is stored no longer. */
async function hasEarlier(trx: Db, { channelId, receipt }: Place): Promise<boolean> {
  const earlier = await trx
    .selectFrom('uploads')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('kind', '=', receipt.kind)
    .where((row) =>
      row.or([
        row('outcome', '=', OUTCOME_OF_UNDOABLE),
        // Kept, and used since its streamer switched back.
        sql<boolean>`warnings @> '[{"code": "handed_over"}]'`,
      ]),
    )
    .where('undone_at', 'is', null)
    .where('id', '<', receipt.id)
    .where((row) =>
      receipt.event_id === null
        ? row('season_claim', '=', receipt.season_claim)
        : row('event_id', '=', receipt.event_id),
    )
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

const NOTHING = 'no results'

const inWords = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** In the order of the seasons asked for. */
async function seasonsInWords(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('channel_seasons')
    .select(['season', 'points', 'total_games as games'])
    .where('channel_id', '=', channelId)
    .where('season', 'in', seasons.length === 0 ? [0] : seasons)
    .execute()
  const bySeason = new Map(rows.map((row) => [row.season, row]))
  return seasons.map((season) => {
    const row = bySeason.get(season)
    return row === undefined
      ? NOTHING
      : `${inWords(row.points, 'point', 'points')} in ${inWords(row.games, 'game', 'games')}`
  })
}

async function standingInWords(
  trx: Db,
  { eventId, channelId }: { eventId: number; channelId: number },
): Promise<string> {
  const row = await trx
    .selectFrom('event_racers')
    .select(({ fn }) => [
      fn.countAll<number>().as('racers'),
      fn.sum<number | null>('event_points').as('points'),
    ])
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow()
  return row.racers === 0
    ? 'no snapshot'
    : `${racersInWords(row.racers)} with ${inWords(row.points ?? 0, 'point', 'points')}`
}
