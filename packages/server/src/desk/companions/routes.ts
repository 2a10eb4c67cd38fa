import {
  answerConnectionRequest,
  getCodeState,
  getConnectionRequest,
  listCompanions,
  listUpdateNotes,
  requestCode,
  shownCode,
} from '@rollcall/contract/companions'
import { PAGES } from '@rollcall/contract/pages'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import { proveKey } from '../../domain/intake/channels/channel-proof.ts'
import { listNotesForUpdate } from '../../domain/releases/installers.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { networkOf } from '../../edge/rate-limits.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { serveDisconnectCompanion } from './acts/disconnect-companion.ts'
import { serveSendHeartbeat } from './acts/send-heartbeat.ts'
import { answerCode, createCode, findCodeState, getCode } from './codes.ts'
import { hasCompanionSent, hasResults, listConnected } from './companions.ts'

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
      connectUrl: `${config.publicUrl}${PAGES.connect.path}?code=${shownCode(code.userCode)}`,
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

  serve(listUpdateNotes, async ({ body, request }) => {
    await proveKey(context, request, body.uploadKey)
    return { patchNotes: await listNotesForUpdate(db, 'rollcall') }
  })

  serve(listCompanions, async ({ caller: { userId } }) => ({
    companions: await listConnected(db, userId),
    hasResults: await hasResults(db, userId),
    hasSent: await hasCompanionSent(db, userId),
  }))

  serveSendHeartbeat(serve, context, racerBoards)
  serveDisconnectCompanion(serve, context)
}
