import {
  announceSlot,
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
import { findEventAccess } from '../../../visibility/event-access.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { mayEditLeague } from '../find-league.ts'
import { findRound, lockRound, recordOnRound } from '../locked-round.ts'
import { listProgress, shownProgress } from '../round-progress.ts'
import { serveNameGames } from './name-games.ts'
import { canSayRun, findOwnRounds, sayRun } from './runs.ts'
import { saveSlot } from './slots.ts'

export function serveRuns(serve: Serve, context: AppContext): void {
  serveRoundStreamers(serve, context)
  serveOwnRuns(serve, context)
  serveSlots(serve, context)
  serveNameGames(serve, context)
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
    const access = await findEventAccess(db, { eventId, viewer: caller })
    const sees = access?.sees === 'everything' ? 'everything' : 'open'
    const progress = await listProgress(db, { eventIds: [eventId], now: now(), sees })
    return {
      canSay: await canSayRun(db, { eventId, now: now() }),
      streamers: (progress.get(eventId) ?? []).map((each) => ({
        id: each.userId,
        ...shownProgress(each),
      })),
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

/** Streamers announce when they will run. */
function serveSlots(serve: Serve, { changes, now }: AppContext): void {
  serve(announceSlot, ({ caller, params, body }) =>
    changes.transaction(async (trx) => {
      const eventId = params.id
      if (!(await isAllowed(trx, { eventId, right: eventRight('take part', caller) }))) {
        return UNAUTHORIZED
      }
      const slot = body.slot === null ? null : new Date(body.slot)
      await saveSlot(trx, { eventId, userId: caller.userId, slot, now: now() })
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
