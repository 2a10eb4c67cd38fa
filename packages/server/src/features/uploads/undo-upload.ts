/**
 * The last upload of a channel, taken back by its streamer: its games are removed, or the snapshot before
 * it counts again. Uploading once more undoes that.
 */
import type { EventNumbers, NumbersChange, UndoneUpload } from '@rollcall/contract/uploads-mine'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db, Schema } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { noteGameChanges } from '../standings/game-changes.ts'
import { recountGames } from '../standings/season-totals.ts'
import type { ReadSnapshot } from './readers.ts'
import { findUndoable, OUTCOME_OF_UNDOABLE } from './receipts.ts'
import { EVENT, SEASON } from './snapshot-kinds.ts'
import { applyStored, listStored, racersInWords, type SnapshotKind } from './snapshots.ts'
import { inUploadTransaction } from './take-upload.ts'

type Receipt = Selectable<Schema['uploads']>

export interface AskedTallies {
  channelId: number
  /** Of the channel's streamer. */
  userId: number
  now: Date
  /** Events in whose time these games were played. */
  playedAt: readonly Date[]
  eventId: number | null
}

export interface EventTally extends EventNumbers {
  name: string
}

export interface EventTallies {
  /** Always in the same order. */
  events: EventTally[]
  /** How many events there are beside these. */
  more: number
}

/** Handed in, since uploads know nothing of events. */
export type TallyEvents = (trx: Db, asked: AskedTallies) => Promise<EventTallies>

/** @throws {ApiError} `not_found`; `conflict` where it is not the last one, or what was before is gone */
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
    const message = `Took back ${goes.what} of ${channel.name}.`
    await recordAct(trx, actor, {
      act: 'upload-undone',
      summary: message,
      details: {
        receipt: String(id),
        ...Object.fromEntries(
          numbers.map(({ of, before, after }) => [of, `${before}; now ${after}`]),
        ),
      },
    })
    return { message, goes, changes: numbers }
  })
}

interface Place {
  channelId: number
  handedOverAt: Date | null
  receipt: Receipt
  /** Of the events in which games of then may count, and of the receipt's. */
  tally: (playedAt: readonly Date[]) => Promise<EventTallies>
}

type Undone = Omit<UndoneUpload, 'message'>

async function undo(trx: Db, place: Place): Promise<Undone> {
  const { game_ids, event_id, season } = place.receipt
  if (game_ids !== null) {
    return undoGames(trx, place, game_ids)
  }
  return event_id === null
    ? undoSnapshot(trx, place, { kind: SEASON, number: season ?? 0 })
    : undoSnapshot(trx, place, { kind: EVENT, number: event_id })
}

async function undoGames(trx: Db, place: Place, gameIds: readonly number[]): Promise<Undone> {
  const { channelId, receipt } = place
  const games = await trx
    .selectFrom('games')
    .select(['id', 'mode', 'season', 'player_count', 'map_name', 'finished_at'])
    .where('channel_id', '=', channelId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(gameIds))))
    // A game that its own files have completed since is theirs.
    .$if(receipt.kind === 'import', (query) => query.where('game_key', 'like', 'log %'))
    .orderBy('finished_at')
    .execute()
  const seasons = [...new Set(games.map(({ season }) => season))].toSorted((a, b) => a - b)
  const playedAt = games.map(({ finished_at }) => finished_at)
  const changes = await changesBy(trx, place, { seasons, playedAt }, async () => {
    await trx
      .deleteFrom('games')
      .where('channel_id', '=', channelId)
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(games.map(({ id }) => id)))))
      .execute()
    await recountGames(trx, { channelId, seasons })
    await noteGameChanges(trx, [channelId])
  })
  await announce(
    trx,
    seasons.map((season) => `season:${season}/channel:${channelId}` as const),
  )
  return {
    goes: {
      kind: 'games',
      what: gamesInWords(games),
      facts: factsOfGames(games),
      from: (playedAt[0] ?? receipt.received_at).toISOString(),
      to: (playedAt.at(-1) ?? receipt.received_at).toISOString(),
    },
    changes,
  }
}

async function undoSnapshot<Files, Read extends ReadSnapshot>(
  trx: Db,
  place: Place,
  { kind, number }: { kind: SnapshotKind<Files, Read>; number: number },
): Promise<Undone> {
  const { channelId, receipt } = place
  const touched = { seasons: receipt.season === null ? [] : [receipt.season], playedAt: [] }
  const name = await kind.lockName(trx, number)
  if (name === null) {
    throw new ApiError('conflict', 'The event has been deleted meanwhile. Nothing changed.')
  }
  const all = await listStored(trx, kind, { channelId, number })
  const { own, earlier: stored } = await findInStored(trx, all, place)
  const changes = await changesBy(trx, place, touched, async () => {
    await sql`delete from ${sql.table(kind.table)} where id = ${own.id}`.execute(trx)
    if (own.currentHash === own.snapshot_hash) {
      await (stored === undefined
        ? kind.remove(trx, { channelId, number })
        : applyStored(trx, kind, { stored, cause: 'taken back' }))
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

async function changesBy(
  trx: Db,
  { channelId, tally }: Place,
  { seasons, playedAt }: { seasons: readonly number[]; playedAt: readonly Date[] },
  act: () => Promise<void>,
): Promise<NumbersChange[]> {
  const before = await numbersOfSeasons(trx, { channelId, seasons })
  const eventsBefore = await tally(playedAt)
  await act()
  const after = await numbersOfSeasons(trx, { channelId, seasons })
  const eventsAfter = await tally(playedAt)
  return [
    ...changesOfSeasons(seasons, before, after),
    ...changesOfEvents(eventsBefore, eventsAfter),
  ]
}

const MODES = { race: 'a race', royale: 'a royale', tilt: 'a tilt level' } as const

type GoneGame = Pick<Selectable<Schema['games']>, 'mode' | 'player_count' | 'map_name'>

function factsOfGames(games: readonly GoneGame[]): UndoneUpload['goes']['facts'] {
  const [only] = games
  return only === undefined || games.length > 1
    ? { kind: 'games', count: games.length }
    : { kind: 'game', mode: only.mode, racers: only.player_count, map: only.map_name }
}

function gamesInWords(games: readonly GoneGame[]): string {
  const [only] = games
  if (only === undefined || games.length > 1) {
    return `${games.length.toLocaleString('en')} games`
  }
  const map = only.map_name === null ? '' : ` on ${only.map_name}`
  return `${MODES[only.mode]} with ${racersInWords(only.player_count)}${map}`
}

function changesOfSeasons(
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

function changesOfEvents(before: EventTallies, after: EventTallies): NumbersChange[] {
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
        // Kept, and used since its streamer switched back; one that was not even kept has neither season nor event.
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

/** Of the seasons that have results. */
async function numbersOfSeasons(
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

/** `7 games of this channel with 240 points`. */
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
