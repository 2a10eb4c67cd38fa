/**
 * Undoes an upload for its channel's streamer: removes its games, or makes the snapshot before it count again.
 * Uploading the files again reverses that.
 */
import type { EventNumbers, NumbersChange, UndoneUpload } from '@rollcall/contract/uploads-mine'
import {
  changeInWords,
  type Gone,
  goneInWords,
  undoneInWords,
} from '@rollcall/contract/words/undone-uploads'
import { type Selectable, sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db, Schema } from '../../platform/database/schema.ts'
import { channelRight } from '../rights/channel.ts'
import { type Actor, recordAct } from '../site/audit-log.ts'
import { checkBadgesOfGames } from '../standings/badge-checks.ts'
import { CHANNEL_NAME } from '../standings/channel-labels.ts'
import { noteGameChanges } from '../standings/game-changes.ts'
import { addPlays, sumPlays } from '../standings/maps.ts'
import { recountGames } from '../standings/season-totals.ts'
import type { ReadSnapshot } from './files/readers.ts'
import { inUploadTransaction } from './receive-upload.ts'
import { EVENT, SEASON } from './snapshots/snapshot-kinds.ts'
import { applyStored, listStored, type SnapshotKind } from './snapshots/snapshots.ts'
import { undoStateAt } from './undoable.ts'

type Receipt = Selectable<Schema['uploads']>

export interface TalliesParams {
  channelId: number
  /** The channel's streamer. */
  userId: number
  now: Date
  /** When the games finished. Events at these times are tallied. */
  playedAt: readonly Date[]
  eventId: number | null
}

export interface EventTally extends EventNumbers {
  name: string
}

export interface EventTallies {
  /** Always in the same order. */
  events: EventTally[]
  /** How many further events there are. */
  more: number
}

/** Passed in, because the uploads feature does not know events. */
export type TallyEvents = (trx: Db, asked: TalliesParams) => Promise<EventTallies>

/** @throws {ApiError} 404; 409 if `undoStateAt` has a problem */
export async function undoUpload(
  { changes }: AppContext,
  actor: Actor,
  { id, isDryRun, tallyEvents }: { id: number; isDryRun: boolean; tallyEvents: TallyEvents },
): Promise<UndoneUpload> {
  return inUploadTransaction(changes, { isDryRun }, async (trx) => {
    const channel = await trx
      .selectFrom('channels as channel')
      .innerJoin('users as streamer', 'streamer.id', 'channel.user_id')
      .select(['channel.id', 'channel.handed_over_at', CHANNEL_NAME.as('name')])
      .where(channelRight('correct uploads', { userId: actor.userId, isAdmin: false }))
      .forUpdate('channel')
      .executeTakeFirst()
    const receipt =
      channel &&
      (await trx
        .selectFrom('uploads')
        .selectAll()
        .select(undoStateAt(actor.now).as('state'))
        .where('id', '=', id)
        .where('channel_id', '=', channel.id)
        .executeTakeFirst())
    if (channel === undefined || receipt === undefined) {
      throw new ApiError('no_such_upload')
    }
    if (receipt.state !== 'possible') {
      throw new ApiError(receipt.state ?? 'nothing_to_undo')
    }
    const undone = await undo(trx, {
      channelId: channel.id,
      handedOverAt: channel.handed_over_at,
      receipt,
      tally: (playedAt) =>
        tallyEvents(trx, {
          channelId: channel.id,
          userId: actor.userId,
          now: actor.now,
          playedAt,
          eventId: receipt.event_id,
        }),
    })
    await trx.updateTable('uploads').set({ undone_at: actor.now }).where('id', '=', id).execute()
    announce(trx, [`uploads:${actor.userId}`])
    const { goes, changes: numbers } = undone
    await recordAct(trx, actor, {
      act: 'upload-undone',
      facts: {
        receipt: String(id),
        channel: { channel: channel.id },
        gone: goes.facts,
        changes: numbers.map(({ facts }) => facts),
      },
    })
    return { message: undoneInWords(goes.facts, channel.name), goes, changes: numbers }
  })
}

interface ToUndo {
  channelId: number
  handedOverAt: Date | null
  receipt: Receipt
  /** Tallies the events in which games that finished at these times may count, and the receipt's event. */
  tally: (playedAt: readonly Date[]) => Promise<EventTallies>
}

type Undone = Omit<UndoneUpload, 'message'>

async function undo(trx: Db, what: ToUndo): Promise<Undone> {
  const { game_ids, event_id, season } = what.receipt
  if (game_ids !== null) {
    return undoGames(trx, what, game_ids)
  }
  return event_id === null
    ? undoSnapshot(trx, what, { kind: SEASON, number: season ?? 0 })
    : undoSnapshot(trx, what, { kind: EVENT, number: event_id })
}

async function undoGames(trx: Db, what: ToUndo, gameIds: readonly number[]): Promise<Undone> {
  const { channelId, receipt } = what
  const games = await trx
    .selectFrom('games as game')
    .leftJoin('maps as map', 'map.id', 'game.map_id')
    .select(['game.id', 'mode', 'season', 'player_count', 'map.name as map', 'finished_at'])
    .where('channel_id', '=', channelId)
    .where(({ eb, fn, val }) => eb('game.id', '=', fn.any(val(gameIds))))
    // Games whose own files have arrived since belong to those uploads.
    .$if(receipt.kind === 'import', (query) => query.where('file_kind', '=', 'day log'))
    .orderBy('finished_at')
    .execute()
  const ids = games.map(({ id }) => id)
  const seasons = [...new Set(games.map(({ season }) => season))].toSorted((a, b) => a - b)
  const playedAt = games.map(({ finished_at }) => finished_at)
  const changes = await findChanges(trx, what, { seasons, playedAt }, async () => {
    const plays = await sumPlays(trx, sql<boolean>`game.id = any(${ids}::bigint[])`)
    await checkBadgesOfGames(trx, { channelId, gameIds: ids, areNew: false })
    await trx
      .deleteFrom('games')
      .where('channel_id', '=', channelId)
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
      .execute()
    await recountGames(trx, { channelId, seasons })
    await noteGameChanges(trx, [channelId])
    await addPlays(trx, plays, -1)
  })
  announce(
    trx,
    seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  )
  return {
    goes: {
      kind: 'games',
      what: goneInWords(describeGames(games)),
      facts: describeGames(games),
      from: (playedAt[0] ?? receipt.received_at).toISOString(),
      to: (playedAt.at(-1) ?? receipt.received_at).toISOString(),
    },
    changes,
  }
}

async function undoSnapshot<Files, Read extends ReadSnapshot>(
  trx: Db,
  what: ToUndo,
  { kind, number }: { kind: SnapshotKind<Files, Read>; number: number },
): Promise<Undone> {
  const { channelId, receipt } = what
  const touched = { seasons: receipt.season === null ? [] : [receipt.season], playedAt: [] }
  const name = await kind.lockName(trx, number)
  if (name === null) {
    throw new ApiError('event_deleted_meanwhile')
  }
  const all = await listStored(trx, kind, { channelId, number })
  const { own, earlier: stored } = findInStored(all, what)
  const changes = await findChanges(trx, what, touched, async () => {
    await sql`delete from ${sql.table(kind.table)} where id = ${own.id}`.execute(trx)
    if (own.currentHash === own.snapshot_hash) {
      await (stored === undefined
        ? kind.remove(trx, { channelId, number })
        : applyStored(trx, kind, { stored, cause: 'undone' }))
    }
  })
  const at = receipt.received_at.toISOString()
  const facts: Gone =
    kind.key === 'season' ? { kind: 'season', season: number } : { kind: 'event', event: name }
  return {
    goes: { kind: 'snapshot', what: goneInWords(facts), from: at, to: at, facts },
    changes,
  }
}

async function findChanges(
  trx: Db,
  { channelId, tally }: ToUndo,
  { seasons, playedAt }: { seasons: readonly number[]; playedAt: readonly Date[] },
  act: () => Promise<void>,
): Promise<NumbersChange[]> {
  const before = await readSeasons(trx, { channelId, seasons })
  const eventsBefore = await tally(playedAt)
  await act()
  const after = await readSeasons(trx, { channelId, seasons })
  const eventsAfter = await tally(playedAt)
  return [...compareSeasons(seasons, before, after), ...compareEvents(eventsBefore, eventsAfter)]
}

type GoneGame = Pick<Selectable<Schema['games']>, 'mode' | 'player_count'> & { map: string | null }

export function describeGames(games: readonly GoneGame[]): Gone {
  const [only] = games
  return only === undefined || games.length > 1
    ? { kind: 'games', count: games.length }
    : { kind: 'game', mode: only.mode, racers: only.player_count, map: only.map }
}

function compareSeasons(
  seasons: readonly number[],
  before: ReadonlyMap<number, SeasonNumbers>,
  after: ReadonlyMap<number, SeasonNumbers>,
): NumbersChange[] {
  const all = seasons.map((season): NumbersChange => {
    const was = before.get(season) ?? null
    const is = after.get(season) ?? null
    return asChange({ kind: 'season', season, before: was, after: is })
  })
  return all.filter(isChange)
}

function compareEvents(before: EventTallies, after: EventTallies): NumbersChange[] {
  const all = before.events.map(({ name, ...was }, index): NumbersChange => {
    const { name: _, ...is } = after.events[index] ?? { name, ...was }
    return asChange({ kind: 'event', event: name, before: was, after: is })
  })
  return [
    ...all.filter(isChange),
    ...(before.more === 0 ? [] : [asChange({ kind: 'more-events', count: before.more })]),
  ]
}

const asChange = (facts: NumbersChange['facts']): NumbersChange => ({
  ...changeInWords(facts),
  facts,
})

const isChange = ({ before, after }: NumbersChange) => before !== after

/**
 * The snapshot to undo, and the snapshot before it. Leaves out snapshots that arrived after the handover, which are
 * never used.
 *
 * @param stored newest first
 */
function findInStored<Row extends { snapshot_hash: string; received_at: Date }>(
  stored: readonly Row[],
  { receipt, handedOverAt }: ToUndo,
): { own: Row; earlier: Row | undefined } {
  const at = stored.findIndex(
    ({ snapshot_hash, received_at }) =>
      snapshot_hash === receipt.content_hash &&
      received_at.getTime() === receipt.received_at.getTime(),
  )
  const own = stored[at]
  if (own === undefined) {
    throw new ApiError('snapshot_replaced')
  }
  const earlier = stored
    .slice(at + 1)
    .find(({ received_at }) => handedOverAt === null || received_at < handedOverAt)
  return { own, earlier }
}

type SeasonNumbers = { points: number; games: number }

/** The numbers of those of the seasons that have results. */
async function readSeasons(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<Map<number, SeasonNumbers>> {
  const rows = await trx
    .selectFrom('channel_seasons')
    .select(['season', 'points', 'total_games as games'])
    .where('channel_id', '=', channelId)
    .where('season', 'in', seasons.length === 0 ? [0] : seasons)
    .execute()
  return new Map(rows.map(({ season, points, games }) => [season, { points, games }]))
}
