import {
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
import { decideGamesOfEvents, forgetPrescriptions } from '../../scoring/prescribed-games.ts'
import { actorOf } from '../../site/audit-log.ts'
import { noteGameChanges } from '../../standings/game-changes.ts'
import { listModes } from '../../visibility/held-games.ts'
import { findEventToScore } from '../event-to-score.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { mayEditLeague } from './find-league.ts'
import { lockRound, recordOnRound } from './locked-round.ts'

/** Organisers say which games count in a round, and decide about single ones. */
export function servePrescribeRound(serve: Serve, { db, changes, now }: AppContext): void {
  serve(prescribeRound, async (call) => {
    const { caller, params, body } = call
    const asked = { seriesId: params.id, eventId: params.eventId, viewer: caller }
    if (!(await mayEditLeague(db, asked))) {
      return UNAUTHORIZED
    }
    return changes.transaction(async (trx) => {
      const round = await lockRound(trx, { ...asked, now: now() })
      if (round === null) {
        return UNAUTHORIZED
      }
      await prescribe(trx, round.eventId, body.prescription)
      await recordOnRound(trx, actorOf(call, now()), { round, act: 'round-prescribed' })
      announce(trx, [`event:${round.eventId}/details`])
      return { status: 'success' as const }
    })
  })

  serve(swapRoundGame, async (call) => {
    const { caller, params, body } = call
    const asked = { seriesId: params.id, eventId: params.eventId, viewer: caller }
    if (!(await mayEditLeague(db, asked))) {
      return UNAUTHORIZED
    }
    return changes.transaction(async (trx) => {
      const round = await lockRound(trx, { ...asked, now: now() })
      if (round === null) {
        return UNAUTHORIZED
      }
      const { eventId } = round
      const { rows } = await sql<{ channelId: number }>`
        update prescribed_games set swapped = ${body.swapped}
        where event_id = ${eventId} and game_id = ${params.gameId}
        returning channel_id as "channelId"`.execute(trx)
      const [swapped] = rows
      if (swapped === undefined) {
        throw new ApiError('no_such_round_game')
      }
      // Decides again about all games of the channel.
      await noteGameChanges(trx, [swapped.channelId])
      await recordOnRound(trx, actorOf(call, now()), {
        round,
        act: 'round-game-swapped',
        game: String(params.gameId),
      })
      announce(trx, [`event:${eventId}/details`])
      return { status: 'success' as const }
    })
  })
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
