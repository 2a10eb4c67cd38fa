import {
  listOwnRounds,
  listRoundStreamers,
  reportRun,
  sayOwnRun,
  sayStreamerHasRun,
} from '@rollcall/contract/league-runs'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { proveKey } from '../../../intake/channels/channel-proof.ts'
import { eventRight, isAllowed } from '../../../rights/event.ts'
import { actorOf } from '../../../site/audit-log.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { mayEditLeague } from '../find-league.ts'
import { findRound, lockRound, recordOnRound } from '../locked-round.ts'
import { canSayRun, findOwnRounds, listStreamersOf, sayRun } from './runs.ts'

export function serveRuns(serve: Serve, context: AppContext): void {
  serveRoundStreamers(serve, context)
  serveOwnRuns(serve, context)
  serveReportedRuns(serve, context)
}

/** Organisers see who has run a round, and say so for each streamer. */
function serveRoundStreamers(serve: Serve, { db, changes, now }: AppContext): void {
  serve(listRoundStreamers, async ({ caller, params }) => {
    const { eventId } = params
    const asked = { seriesId: params.id, eventId }
    if (!(await mayEditLeague(db, { ...asked, viewer: caller }))) {
      return UNAUTHORIZED
    }
    await findRound(db, { ...asked, now: now() })
    return {
      canSay: await canSayRun(db, { eventId, now: now() }),
      streamers: await listStreamersOf(db, eventId),
    }
  })

  serve(sayStreamerHasRun, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const { eventId, userId } = params
      const round = await lockRound(trx, {
        ...{ seriesId: params.id, eventId, viewer: caller, now: now() },
      })
      if (round === null) {
        return UNAUTHORIZED
      }
      await sayRun(trx, { eventId, userId, ...body, by: 'organiser', now: now() })
      await recordOnRound(trx, actorOf(call, now()), {
        round,
        act: body.hasRun ? 'streamer-has-run' : 'streamer-still-runs',
        streamer: userId,
      })
      return { status: 'success' as const }
    }),
  )
}

/** Streamers say it themselves. */
function serveOwnRuns(serve: Serve, { db, changes, now }: AppContext): void {
  serve(listOwnRounds, ({ caller }) => findOwnRounds(db, { userId: caller.userId, now: now() }))

  serve(sayOwnRun, ({ caller, params, body }) =>
    changes.transaction(async (trx) => {
      const eventId = params.id
      if (!(await isAllowed(trx, { eventId, right: eventRight('take part', caller) }))) {
        return UNAUTHORIZED
      }
      await sayRun(trx, {
        ...{ eventId, userId: caller.userId, ...body, by: 'streamer', now: now() },
      })
      return { status: 'success' as const }
    }),
  )
}

/** The streamer's press on the page of their companion. */
function serveReportedRuns(serve: Serve, context: AppContext): void {
  const { changes, now } = context
  serve(reportRun, async ({ body: { uploadKey, ...said }, request }) => {
    const { uploader } = await proveKey(context, request, uploadKey)
    return changes.transaction(async (trx) => {
      await sayRun(trx, { ...said, userId: uploader.userId, by: 'companion', now: now() })
      return { status: 'success' as const }
    })
  })
}
