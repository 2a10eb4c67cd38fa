/** Rounds become final: their boards are frozen, and change only by revisions. docs/decisions/164-rounds-become-final.md */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { everyMinute } from '../../../platform/database/every-minute.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findHeldGames } from '../../visibility/held-games.ts'
import { findAdjustments } from '../boards/adjustments.ts'
import { findParticipants, hashOfResults } from '../boards/board-hashes.ts'
import { makeRoomToFreeze } from '../boards/board-quota.ts'
import {
  areCurrent,
  type BoardsOfEvent,
  type EventBoards,
  type ShownBoard,
} from '../boards/event-boards.ts'
import { forgetBoards, freezeBoard } from '../boards/frozen-board.ts'
import { IS_FOR_ENTRANTS } from './entering/entered.ts'
import { findRound, type RoundParams } from './locked-round.ts'
import { freezePlaces } from './named-game.ts'
import { listOpenRounds, type OpenRound } from './rounds.ts'

type MakerContext = Pick<AppContext, 'db' | 'changes' | 'now' | 'config'> & { boards: EventBoards }

/** The event's present board of All Streamers, with room to freeze it. */
export interface BoardToFreeze {
  found: BoardsOfEvent
  board: ShownBoard
}

/** @throws {ApiError} 422 if the organiser has too many frozen rows */
export async function findBoardToFreeze(
  { db, boards, config }: MakerContext,
  { eventId, organiserId }: { eventId: number; organiserId: number },
): Promise<BoardToFreeze> {
  const found = await boards.getStreamerBoards({ eventId, organiserId })
  const board = await boards.getBoard(found, null)
  const mostRows = config.limits.MAX_BOARD_ROWS
  await makeRoomToFreeze(db, { organiserId, mostRows }, board)
  return { found, board }
}

/**
 * Makes the board the round's own. The caller has locked the series.
 *
 * @throws {ApiError} 503 if the results have changed meanwhile
 */
export async function freezeForRound(
  trx: Db,
  { seriesId, eventId }: RoundParams,
  { found, board }: BoardToFreeze,
  now: Date,
): Promise<void> {
  if (!(await areCurrent(trx, found, now))) {
    throw new ApiError('results_changed_too_fast')
  }
  // Frozen rows belong to a show, which may not have begun.
  await sql`insert into shows (event_id) values (${eventId}) on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ number: number }>`
    select least(0, min(board)) - 1 as number from show_rows where event_id = ${eventId}`.execute(
    trx,
  )
  const number = rows[0]?.number ?? -1
  await freezeBoard(trx, { eventId, board: number }, board)
  // Not of what has arrived meanwhile.
  const seenHash = hashOfResults(found.viewerHashes, found.adjustments)
  await storeBoard(trx, { seriesId, eventId }, { board: number, seenHash, now })
}

/** The round has this frozen board from now on, whatever arrives. The first makes it final. */
async function storeBoard(
  trx: Db,
  { seriesId, eventId }: RoundParams,
  { board, seenHash, now }: { board: number; seenHash: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into league_rounds as round (series_id, event_id, final_at, board, seen_hash, for_entrants)
    select id, ${eventId}, ${now}, ${board}, ${seenHash}, ${IS_FOR_ENTRANTS}
    from event_series as series where id = ${seriesId}
    on conflict (series_id, event_id) do update set
      for_entrants = case when round.final_at is null then excluded.for_entrants
        else round.for_entrants end,
      final_at = coalesce(round.final_at, excluded.final_at), previous_board = round.board,
      board = excluded.board, seen_hash = excluded.seen_hash`.execute(trx)
  await freezePlaces(trx, { seriesId, eventId, now })
  await forgetBoards(trx, eventId)
  announce(trx, [`event:${eventId}/details`])
}

/** Covers the results that everybody may see of the event now. */
export async function findResultsHash(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<string> {
  const participants = await findParticipants(db, { eventId, now, viewer: undefined })
  return hashOfResults(
    participants.map(({ viewerHash }) => viewerHash),
    await findAdjustments(db, eventId),
  )
}

/**
 * Makes a provisional round final. The caller has locked the series.
 *
 * @param current of a round whose show has not frozen a board
 * @throws {ApiError} 409 if the round is in another state
 */
export async function makeFinal(
  trx: Db,
  round: RoundParams,
  current: BoardToFreeze | null,
  now: Date,
): Promise<void> {
  // Otherwise a press could replace its board meanwhile.
  await sql`select from shows where event_id = ${round.eventId} for update`.execute(trx)
  const { state, board } = await findRound(trx, { ...round, now })
  if (state !== 'provisional') {
    throw new ApiError('round_changed')
  }
  if (board !== null) {
    // Nobody knows what its show left out, so that is proposed at once.
    await storeBoard(trx, round, { board, seenHash: null, now })
  } else if (current !== null && current.board.rowCount > 0) {
    await freezeForRound(trx, round, current, now)
  } else {
    throw new ApiError('round_changed')
  }
}

/** Once a minute notes which rounds are open, and makes those final whose time for objections is over. */
export function startMakingRoundsFinal(
  app: FastifyInstance,
  context: MakerContext & Pick<AppContext, 'warn'>,
): void {
  const failure = 'rounds of leagues cannot be made final'
  everyMinute(app, { work: () => makeDueRoundsFinal(context), failure, warn: context.warn })
}

/** Those whose time for objections is over; of the others it notes since when they are open. */
export async function makeDueRoundsFinal(
  context: MakerContext & Pick<AppContext, 'warn'>,
): Promise<void> {
  const { db, now, warn } = context
  for (const round of await listOpenRounds(db, { now: now() })) {
    try {
      await noteOrMakeFinal(context, round)
    } catch (error) {
      // The others go on. This one is tried again in a minute.
      warn(`the round ${round.eventId} cannot be made final: ${(error as Error).message}`)
    }
  }
}

/** While another event holds results of a round, nobody can object to them. */
async function noteOrMakeFinal(context: MakerContext, round: OpenRound): Promise<void> {
  const { db, now } = context
  const held = await findHeldGames(db, { eventId: round.eventId, now: now() })
  const isOpen = round.isOpen && held.length === 0
  if (isOpen !== round.isNoted) {
    await noteOpen(db, round, isOpen ? now() : null)
  } else if (isOpen && round.isDue) {
    await makeDueRoundFinal(context, round)
  }
}

async function noteOpen(
  db: Db,
  { seriesId, eventId }: RoundParams,
  openSince: Date | null,
): Promise<void> {
  await sql`
    insert into league_rounds as round (series_id, event_id, open_since)
    values (${seriesId}, ${eventId}, ${openSince})
    on conflict (series_id, event_id) do update set open_since = excluded.open_since
    where round.final_at is null`.execute(db)
}

async function makeDueRoundFinal(context: MakerContext, round: OpenRound): Promise<void> {
  const { changes, now } = context
  const current = round.board === null ? await findBoardToFreeze(context, round) : null
  await changes.transaction(async (trx) => {
    await sql`select from event_series where id = ${round.seriesId} for update`.execute(trx)
    const [again] = await listOpenRounds(trx, { now: now(), eventId: round.eventId })
    if (again?.isOpen && again.isDue) {
      await makeFinal(trx, round, current, now())
    }
  })
}
