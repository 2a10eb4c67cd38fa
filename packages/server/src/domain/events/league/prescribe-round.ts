import {
  announceRound,
  type Prescription,
  prescribeRound,
  swapRoundGame,
} from '@rollcall/contract/leagues-prescribed'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { decideGamesOfEvents, forgetPrescriptions } from '../../scoring/prescribed-games.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { noteGameChanges } from '../../standings/game-changes.ts'
import { listModes } from '../../visibility/held-games.ts'
import { findEventToScore } from '../event-to-score.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { mayEditLeague } from './find-league.ts'
import { type LockedRound, lockRound, recordOnRound } from './locked-round.ts'

/** Organisers say which games count in a round, and decide about single ones. */
export function servePrescribeRound(serve: Serve, { db, changes, now }: AppContext): void {
  const decide = async (
    { caller, params }: { caller: Viewer; params: { id: number; eventId: number } },
    change: (trx: Db, round: LockedRound) => Promise<void>,
  ) => {
    const asked = { seriesId: params.id, eventId: params.eventId, viewer: caller }
    if (!(await mayEditLeague(db, asked))) {
      return UNAUTHORIZED
    }
    return changes.transaction(async (trx) => {
      const round = await lockRound(trx, { ...asked, now: now() })
      if (round === null) {
        return UNAUTHORIZED
      }
      await change(trx, round)
      announce(trx, [`event:${round.eventId}/details`])
      return { status: 'success' as const }
    })
  }

  serve(prescribeRound, (call) =>
    decide(call, async (trx, round) => {
      await prescribe(trx, round.eventId, call.body.prescription)
      await recordOnRound(trx, actorOf(call, now()), { round, act: 'round-prescribed' })
    }),
  )

  serve(announceRound, (call) =>
    decide(call, async (trx, round) => {
      const { announcement } = call.body
      await trx
        .updateTable('events')
        .set({ announcement })
        .where('id', '=', round.eventId)
        .execute()
      await recordOnRound(trx, actorOf(call, now()), { round, act: 'round-announced' })
    }),
  )

  serve(swapRoundGame, (call) =>
    decide(call, async (trx, round) => {
      const { gameId } = call.params
      await swap(trx, { eventId: round.eventId, gameId, swapped: call.body.swapped })
      const { series, name } = round
      await recordAct(trx, actorOf(call, now()), {
        act: 'round-game-swapped',
        facts: {
          number: String(series.id),
          series: series.name,
          event: name,
          game: String(gameId),
        },
      })
    }),
  )
}

/** @throws {ApiError} if the round has no such game */
async function swap(
  trx: Db,
  { eventId, gameId, swapped }: { eventId: number; gameId: number; swapped: 'in' | 'out' | null },
): Promise<void> {
  const { rows } = await sql<{ channelId: number }>`
    update prescribed_games set swapped = ${swapped}
    where event_id = ${eventId} and game_id = ${gameId}
    returning channel_id as "channelId"`.execute(trx)
  const [found] = rows
  if (found === undefined) {
    throw new ApiError('no_such_round_game')
  }
  // Decides again about all games of the channel.
  await noteGameChanges(trx, [found.channelId])
}

/** @throws {ApiError} if the event counts no games of that mode */
async function prescribe(
  trx: Db,
  eventId: number,
  prescription: Prescription | null,
): Promise<void> {
  if (prescription === null) {
    return forgetPrescriptions(trx, sql<boolean>`event.id = ${eventId}`)
  }
  const event = await findEventToScore(trx, eventId)
  const modes = event === null ? [] : listModes(event.configuration.gameModes)
  if (!modes.includes(prescription.mode)) {
    throw new ApiError('mode_not_counted')
  }
  await trx
    .updateTable('events')
    .set({ prescription: JSON.stringify(prescription) })
    .where('id', '=', eventId)
    .execute()
  await decideGamesOfEvents(trx, [eventId])
}
