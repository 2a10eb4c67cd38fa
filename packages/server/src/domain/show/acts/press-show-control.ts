/** Moves a show by its control address, for programs that cannot sign in: a Stream Deck, Companion, Streamer.bot. */
import type { Move } from '@rollcall/contract/show'
import {
  type ControlAction,
  type ControlState,
  getShowControl,
  pressShowControl,
} from '@rollcall/contract/show-control'
import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db, Schema } from '../../../platform/database/schema.ts'
import { findRanksAround } from '../../events/boards/frozen-board.ts'
import type { ShowContext } from '../change-show.ts'
import { canGoBack, findNextPress, type RanksAround } from '../moves.ts'
import { findShow, type StoredShow } from '../stored-show.ts'
import { storeMove } from './move-show.ts'

type Trx = Transaction<Schema>

export function serveShowControl(serve: Serve, context: ShowContext): void {
  const { db, changes, now, steps } = context

  serve(getShowControl, async ({ params }) => describe(db, await findControlled(db, params.token)))

  serve(pressShowControl, async ({ params, body }) => {
    const { token, action } = params
    const requestId = body?.requestId
    // Without a version, it is for the show as it is now, and not as it is once others have moved it.
    const version = body?.version ?? (await findControlled(db, token)).version
    const answer = await changes.transaction(async (trx) => {
      await sql`select from shows where control_token = ${token} for update`.execute(trx)
      const show = await findControlled(trx, token)
      const isFirst = requestId === undefined || (await note(trx, show, requestId))
      const press = { action, version, now: now() }
      const moved =
        isFirst && (await (action === 'hold' ? hold(trx, show) : move(trx, show, press)))
      if (moved) {
        announce(trx, [`show:${show.event.id}/organiser`])
      }
      return { ...(await describe(trx, await findControlled(trx, token))), moved }
    })
    steps.look()
    return answer
  })
}

/** @throws {ApiError} if the address is no show's */
async function findControlled(db: Db, token: string): Promise<StoredShow> {
  const found = await db
    .selectFrom('shows')
    .select('event_id as eventId')
    .where('control_token', '=', token)
    .executeTakeFirst()
  const show = found === undefined ? null : await findShow(db, found.eventId)
  if (show === null) {
    throw new ApiError('no_such_link')
  }
  return show
}

/** Whether the request is a new one; forgets those that are a day old. */
async function note(trx: Trx, { event }: StoredShow, requestId: string): Promise<boolean> {
  await sql`delete from show_requests
    where event_id = ${event.id} and at < clock_timestamp() - interval '1 day'`.execute(trx)
  const { rows } = await sql`insert into show_requests (event_id, request_id)
    values (${event.id}, ${requestId}) on conflict do nothing returning event_id`.execute(trx)
  return rows.length > 0
}

async function hold(trx: Trx, show: StoredShow): Promise<boolean> {
  if (show.holdsNext || !isRunning(show)) {
    return false
  }
  await trx
    .updateTable('shows')
    .set({ holds_next: true })
    .where('event_id', '=', show.event.id)
    .execute()
  return true
}

async function move(
  trx: Trx,
  show: StoredShow,
  { action, version, now }: { action: ControlAction; version: number; now: Date },
): Promise<boolean> {
  const { canNext, canBack } = await describe(trx, show)
  const isPossible = action === 'back' ? canBack : canNext
  const made = isPossible && version === show.version ? moveOf(show, action) : null
  if (made !== null) {
    await storeMove(trx, { show, move: made, toFreeze: null, now })
  }
  return made !== null
}

function moveOf({ isPodiumOpen }: StoredShow, action: ControlAction): Move | null {
  switch (action) {
    case 'next':
      return { kind: isPodiumOpen ? 'finish' : 'next' }
    case 'podium':
      return isPodiumOpen ? null : { kind: 'podium' }
    case 'back':
      return { kind: 'back' }
    case 'hold':
      return null
  }
}

const isRunning = ({ phase }: StoredShow) => phase === 'live' || phase === 'rehearsal'

async function describe(db: Db, show: StoredShow): Promise<ControlState> {
  const { event, board, reached, version, phase, waitMs } = show
  const around = await findRanksAround(db, { eventId: event.id, board, rank: reached ?? 1 })
  const isFree = waitMs === 0
  return {
    step: stepOf(show),
    label: labelOf(show, around),
    canNext: isFree && isRunning(show),
    canBack: isFree && canGoBack(show),
    onAir: phase === 'live',
    version,
  }
}

function stepOf({ phase, isPodiumOpen, step }: StoredShow): ControlState['step'] {
  if (phase === 'waiting' || phase === 'final') {
    return phase
  }
  if (isPodiumOpen) {
    return 'podium'
  }
  return step === 'points' || step === 'gap' || step === 'totals' || step === 'names' ? step : 'row'
}

function labelOf(show: StoredShow, around: RanksAround): ControlState['label'] {
  switch (findNextPress(show, around).kind) {
    case 'name':
    case 'names':
      return 'Name'
    case 'show-podium':
      return 'Podium'
    case 'finish':
      return 'Finish'
    default:
      return 'Next'
  }
}
