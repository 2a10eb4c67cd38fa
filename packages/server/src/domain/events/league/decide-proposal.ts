import type { BodyOf } from '@rollcall/contract/endpoint'
import { decideRoundProposal } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf } from '../../site/audit-log.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { mayEditLeague } from './find-league.ts'
import { findRound, type LockedRound, lockRound, recordOnRound } from './locked-round.ts'
import {
  type BoardToFreeze,
  findBoardToFreeze,
  findResultsHash,
  freezeForRound,
} from './make-final.ts'

type Decision = BodyOf<typeof decideRoundProposal>

/** Publishes the present results of a final round as a revision, or keeps those that it has. */
export function serveDecideRoundProposal(
  serve: Serve,
  context: AppContext & { boards: EventBoards },
): void {
  const { db, changes, now } = context
  serve(decideRoundProposal, async (call) => {
    const { caller, params, body } = call
    const asked = { seriesId: params.id, eventId: params.eventId }
    if (!(await mayEditLeague(db, { ...asked, viewer: caller }))) {
      return UNAUTHORIZED
    }
    const current =
      body.decision === 'publish'
        ? await findBoardToFreeze(context, await findRound(db, { ...asked, now: now() }))
        : null
    return changes.transaction(async (trx) => {
      const round = await lockRound(trx, { ...asked, viewer: caller, now: now() })
      if (round === null) {
        return UNAUTHORIZED
      }
      await decide(trx, round, { body, current, userId: caller.userId, now: now() })
      await recordOnRound(trx, actorOf(call, now()), {
        round,
        act: body.decision === 'publish' ? 'round-revised' : 'round-kept',
        ...(body.decision === 'publish' && { reason: body.reason }),
      })
      return { status: 'success' as const }
    })
  })
}

interface Deciding {
  body: Decision
  current: BoardToFreeze | null
  userId: number
  now: Date
}

/** @throws {ApiError} 409 if the results are others than those that were seen */
async function decide(
  trx: Db,
  round: LockedRound,
  { body, current, userId, now }: Deciding,
): Promise<void> {
  const { eventId, state, series } = round
  if (state !== 'final' || body.seen !== (await findResultsHash(trx, { eventId, now }))) {
    throw new ApiError('round_changed')
  }
  if (body.decision === 'decline') {
    await sql`
      update league_rounds set seen_hash = ${body.seen}
      where series_id = ${series.id} and event_id = ${eventId}`.execute(trx)
    announce(trx, [`event:${eventId}/details`])
  } else if (current !== null) {
    if (current.board.rowCount === 0) {
      throw new ApiError('revision_without_results')
    }
    await freezeForRound(trx, { seriesId: series.id, eventId }, current, now)
    await sql`
      insert into league_revisions (series_id, event_id, number, reason, published_at, published_by)
      values (${series.id}, ${eventId}, ${round.revisions.length + 1}, ${body.reason}, ${now}, ${userId})`.execute(
      trx,
    )
  }
}
