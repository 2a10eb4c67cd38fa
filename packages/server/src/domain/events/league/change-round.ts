import type { BodyOf } from '@rollcall/contract/endpoint'
import { changeRound } from '@rollcall/contract/leagues'
import type { AuditAct } from '@rollcall/contract/words/audit-log'
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
import { type BoardToFreeze, findBoardToFreeze, makeFinal } from './make-final.ts'

type Change = BodyOf<typeof changeRound>

const ACTS = {
  ended: 'round-ended',
  running: 'round-goes-on',
  voided: 'round-voided',
  counting: 'round-restored',
  final: 'round-final',
} as const satisfies Record<Change['to'], AuditAct>

/** Ends a round early, voids it or makes it final, and takes back what can be. */
export function serveChangeRound(
  serve: Serve,
  context: AppContext & { boards: EventBoards },
): void {
  const { db, changes, now } = context
  serve(changeRound, async (call) => {
    const { caller, params, body } = call
    const asked = { seriesId: params.id, eventId: params.eventId }
    if (!(await mayEditLeague(db, { ...asked, viewer: caller }))) {
      return UNAUTHORIZED
    }
    const round = await findRound(db, { ...asked, now: now() })
    const isToFreeze = body.to === 'final' && round.state === 'provisional' && round.board === null
    const current = isToFreeze ? await findBoardToFreeze(context, round) : null
    return changes.transaction(async (trx) => {
      const locked = await lockRound(trx, { ...asked, viewer: caller, now: now() })
      if (locked === null) {
        return UNAUTHORIZED
      }
      await change(trx, locked, { body, current, now: now() })
      announce(trx, [`event:${round.eventId}/details`])
      await recordOnRound(trx, actorOf(call, now()), {
        round: locked,
        act: ACTS[body.to],
        ...(body.to === 'voided' && { reason: body.reason }),
      })
      return { status: 'success' as const }
    })
  })
}

/** @throws {ApiError} 409 if the round is in another state than the change needs */
async function change(
  trx: Db,
  round: LockedRound,
  { body, current, now }: { body: Change; current: BoardToFreeze | null; now: Date },
): Promise<void> {
  const { state, series, eventId } = round
  const mayChange = {
    ended: state === 'open',
    running: round.hasEnded && round.endsAt > now && state !== 'final' && state !== 'voided',
    voided: state !== 'voided',
    counting: state === 'voided',
    final: state === 'provisional',
  } satisfies Record<Change['to'], boolean>
  if (!mayChange[body.to]) {
    throw new ApiError('round_changed')
  }
  if (body.to === 'final') {
    return makeFinal(trx, { seriesId: series.id, eventId }, current, now)
  }
  const endedAt = body.to === 'ended' ? now : body.to === 'running' ? null : undefined
  const reason =
    body.to === 'voided' ? body.reason : body.to === 'counting' ? null : round.voidedReason
  await sql`
    insert into league_rounds as round (series_id, event_id, ended_at, voided_reason)
    values (${series.id}, ${eventId}, ${endedAt ?? null}, ${reason})
    on conflict (series_id, event_id) do update set
      ended_at = case when ${endedAt === undefined} then round.ended_at else excluded.ended_at end,
      voided_reason = excluded.voided_reason`.execute(trx)
}
