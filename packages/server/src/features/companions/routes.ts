import {
  answerConnectionRequest,
  disconnectCompanion,
  getCodeState,
  getConnectionRequest,
  listCompanions,
  listUpdateNotes,
  requestCode,
  sendHeartbeat,
  shownCode,
} from '@rollcall/contract/companions'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { countUnanswered } from '../events/seals.ts'
import { listNotesOfLatest } from '../releases/installers.ts'
import { proveKey } from '../uploads/channel-proof.ts'
import { answerCode, createCode, findCodeState, getCode } from './codes.ts'
import {
  disconnect,
  hasResults,
  listConnected,
  listRunningEvents,
  noteHeartbeat,
  sumOfToday,
} from './companions.ts'

const POLL_SECONDS = 3

export function serveCompanions(serve: Serve, context: AppContext, racerBoards: RacerBoards): void {
  const { changes, config, db, now } = context

  serve(requestCode, async ({ body, request }) => {
    const { expiresAt, ...code } = await createCode(db, {
      ...body,
      address: request.ip,
      now: now(),
    })
    return {
      ...code,
      connectUrl: `${config.publicUrl}/connect?code=${shownCode(code.userCode)}`,
      expiresAt: expiresAt.toISOString(),
      pollSeconds: POLL_SECONDS,
    }
  })

  serve(getCodeState, ({ body }) => findCodeState(db, { ...body, now: now() }))

  serve(getConnectionRequest, async ({ params, caller, request }) => {
    const {
      expiresAt,
      keyHash: _,
      ...code
    } = await getCode(db, {
      userCode: params.code,
      userId: caller.userId,
      now: now(),
    })
    return {
      ...code,
      isSameAddress: networkOf(code.address) === networkOf(request.ip),
      expiresAt: expiresAt.toISOString(),
    }
  })

  serve(answerConnectionRequest, ({ params, body, caller }) =>
    changes.transaction(async (trx) => ({
      state: await answerCode(trx, {
        userCode: params.code,
        userId: caller.userId,
        isConfirmed: body.answer === 'confirm',
        now: now(),
      }),
    })),
  )

  serve(sendHeartbeat, async ({ body, request }) => {
    const { uploadKey, ...state } = body
    const { uploader, companionId } = await proveKey(context, request, uploadKey)
    const { userId, username } = uploader
    if (companionId !== null) {
      await changes.transaction((trx) =>
        noteHeartbeat(trx, { ...state, companionId, userId, now: now() }),
      )
    }
    const { season } = await getSettings(db)
    return {
      ...{ username, channel: username, season },
      runningEvents: await listRunningEvents(db, { userId, now: now() }),
      unansweredSeals: await countUnanswered(db, { userId, now: now() }),
      today: await sumOfToday({ db, racerBoards }, { userId, now: now() }),
    }
  })

  serve(listUpdateNotes, async ({ body, request }) => {
    await proveKey(context, request, body.uploadKey)
    return { patchNotes: await listNotesOfLatest(db, 'rollcall') }
  })

  serve(listCompanions, async ({ caller: { userId } }) => ({
    companions: await listConnected(db, userId),
    hasResults: await hasResults(db, userId),
  }))

  serve(disconnectCompanion, async ({ params, caller: { userId } }) => {
    const disconnected = await changes.transaction((trx) =>
      disconnect(trx, { companionId: params.id, userId, now: now() }),
    )
    if (!disconnected) {
      throw new ApiError('not_found', 'There is no such companion.')
    }
    return { status: 'success' as const }
  })
}
