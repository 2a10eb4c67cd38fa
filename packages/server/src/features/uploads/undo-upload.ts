/**
 * Undoes a channel's last upload for its streamer: removes its games, or makes the snapshot before it count again.
 * Uploading the files again reverses that.
 */
import type { EventNumbers, NumbersChange, UndoneUpload } from '@rollcall/contract/uploads-mine'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db, Schema } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { checkBadgesOfGames } from '../standings/badge-checks.ts'
import { noteGameChanges } from '../standings/game-changes.ts'
import { addPlays, sumPlays } from '../standings/maps.ts'
import { recountGames } from '../standings/season-totals.ts'
import type { ReadSnapshot } from './readers.ts'
import { findUndoable, UNDOABLE_OUTCOME } from './receipts.ts'
import { EVENT, SEASON } from './snapshot-kinds.ts'
import { applyStored, listStored, racersInWords, type SnapshotKind } from './snapshots.ts'
import { inUploadTransaction } from './take-upload.ts'

type Receipt = Selectable<Schema['uploads']>

export interface AskedTallies {
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
export type TallyEvents = (trx: Db, asked: AskedTallies) => Promise<EventTallies>

/** @throws {ApiError} 404; 409 if it is not the last upload, or if the snapshot before it is gone */
export async function undoUpload(
  { changes }: AppContext,
  actor: Actor,
  { id, isDryRun, tallyEvents }: { id: number; isDryRun: boolean; tallyEvents: TallyEvents },
): Promise<UndoneUpload> {
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
      throw new ApiError('no_such_upload')
    }
    if ((await findUndoable(trx, channel.id)) !== id) {
      throw new ApiError('not_last_upload')
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
    await announce(trx, [`uploads:${actor.userId}`])
    const { goes, changes: numbers } = undone
    const message = `Removed ${goes.what} of ${channel.name}.`
    await recordAct(trx, actor, {
      act: 'upload-undone',
      summary: message,
      details: {
        receipt: String(id),
        channel: channel.name,
        ...describeFacts(goes.facts),
        ...Object.fromEntries(
          numbers.map(({ of, before, after }) => [of, `${before}; now ${after}`]),
        ),
      },
    })
    return { message, goes, changes: numbers }
  })
}

/** What was removed: how many games, or which snapshot. */
function describeFacts(facts: UndoneUpload['goes']['facts']): Record<string, string> {
  switch (facts.kind) {
    case 'game':
      return { games: '1' }
    case 'games':
      return { games: String(facts.count) }
    case 'season':
      return { season: String(facts.season) }
    case 'event':
      return { event: facts.event }
  }
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
    .$if(receipt.kind === 'import', (query) => query.where('game_key', 'like', 'log %'))
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
  await announce(
    trx,
    seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  )
  return {
    goes: {
      kind: 'games',
      what: gamesInWords(games),
      facts: makeFacts(games),
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
  const { own, earlier: stored } = await findInStored(trx, all, what)
  const changes = await findChanges(trx, what, touched, async () => {
    await sql`delete from ${sql.table(kind.table)} where id = ${own.id}`.execute(trx)
    if (own.currentHash === own.snapshot_hash) {
      await (stored === undefined
        ? kind.remove(trx, { channelId, number })
        : applyStored(trx, kind, { stored, cause: 'undone' }))
    }
  })
  const at = receipt.received_at.toISOString()
  return {
    goes: {
      kind: 'snapshot',
      what: kind.words.theSnapshot(name),
      from: at,
      to: at,
      facts:
        kind.key === 'season' ? { kind: 'season', season: number } : { kind: 'event', event: name },
    },
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

const MODES = { race: 'a race', royale: 'a royale', tilt: 'a tilt level' } as const

type GoneGame = Pick<Selectable<Schema['games']>, 'mode' | 'player_count'> & { map: string | null }

function makeFacts(games: readonly GoneGame[]): UndoneUpload['goes']['facts'] {
  const [only] = games
  return only === undefined || games.length > 1
    ? { kind: 'games', count: games.length }
    : { kind: 'game', mode: only.mode, racers: only.player_count, map: only.map }
}

function gamesInWords(games: readonly GoneGame[]): string {
  const [only] = games
  if (only === undefined || games.length > 1) {
    return `${games.length.toLocaleString('en')} games`
  }
  const map = only.map === null ? '' : ` on ${only.map}`
  return `${MODES[only.mode]} with ${racersInWords(only.player_count)}${map}`
}

function compareSeasons(
  seasons: readonly number[],
  before: ReadonlyMap<number, SeasonNumbers>,
  after: ReadonlyMap<number, SeasonNumbers>,
): NumbersChange[] {
  const all = seasons.map((season): NumbersChange => {
    const was = before.get(season) ?? null
    const is = after.get(season) ?? null
    return {
      of: `Season ${season}`,
      before: seasonInWords(was),
      after: seasonInWords(is),
      facts: { kind: 'season', season, before: was, after: is },
    }
  })
  return all.filter(isChange)
}

function compareEvents(before: EventTallies, after: EventTallies): NumbersChange[] {
  const all = before.events.map(({ name, ...was }, index): NumbersChange => {
    const { name: _, ...is } = after.events[index] ?? { name, ...was }
    return {
      of: name,
      before: tallyInWords(was),
      after: tallyInWords(is),
      facts: { kind: 'event', event: name, before: was, after: is },
    }
  })
  return [
    ...all.filter(isChange),
    ...(before.more === 0
      ? []
      : [
          {
            of: inWords(before.more, 'more event', 'more events'),
            before: 'these games',
            after: 'none of them',
            facts: { kind: 'more-events', count: before.more } as const,
          },
        ]),
  ]
}

const isChange = ({ before, after }: NumbersChange) => before !== after

/**
 * The snapshot to undo, and the snapshot before it. Leaves out snapshots that arrived after the handover, which are
 * never used.
 *
 * @param stored newest first
 */
async function findInStored<Row extends { id: number; snapshot_hash: string; received_at: Date }>(
  trx: Db,
  stored: readonly Row[],
  what: ToUndo,
): Promise<{ own: Row; earlier: Row | undefined }> {
  const { receipt, handedOverAt } = what
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
  if (earlier === undefined && (await hasEarlier(trx, what))) {
    throw new ApiError('earlier_snapshot_gone')
  }
  return { own, earlier }
}

/** Whether there was an earlier snapshot that is no longer stored. */
async function hasEarlier(trx: Db, { channelId, receipt }: ToUndo): Promise<boolean> {
  const earlier = await trx
    .selectFrom('uploads')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('kind', '=', receipt.kind)
    .where((row) =>
      row.or([
        row('outcome', '=', UNDOABLE_OUTCOME),
        // Kept, and used since its streamer switched back. A snapshot that was not even kept has neither season nor
        // event.
        sql<boolean>`warnings @> '[{"code": "handed_over"}]' and (season is not null or event_id is not null)`,
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

const inWords = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

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

function seasonInWords(numbers: SeasonNumbers | null): string {
  return numbers === null
    ? 'no results'
    : `${inWords(numbers.points, 'point', 'points')} in ${inWords(numbers.games, 'game', 'games')}`
}

/** For example, `7 games of this channel with 240 points`. */
function tallyInWords({ games, racers, points, hasSnapshot }: EventNumbers): string {
  const played = inWords(games, 'game', 'games')
  if (!hasSnapshot && games === 0) {
    return 'no results of this channel'
  }
  const withGames =
    games === 0 ? `a snapshot of ${racersInWords(racers)}` : `a snapshot and ${played}`
  const what = hasSnapshot ? withGames : `${played} of this channel`
  return points === null ? what : `${what} with ${inWords(points, 'point', 'points')}`
}
