import {
  answerConnectionRequest,
  getCodeState,
  getConnectionRequest,
  listCompanions,
  listUpdateNotes,
  requestCode,
  shownCode,
} from '@rollcall/contract/companions'
import type { AppContext } from '../../app-context.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { listNotesForUpdate } from '../releases/installers.ts'
import { proveKey } from '../uploads/channel-proof.ts'
import { serveDisconnectCompanion } from './acts/disconnect-companion.ts'
import { serveSendHeartbeat } from './acts/send-heartbeat.ts'
import { answerCode, createCode, findCodeState, getCode } from './codes.ts'
import { hasResults, listConnected } from './companions.ts'

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

  serve(listUpdateNotes, async ({ body, request }) => {
    await proveKey(context, request, body.uploadKey)
    return { patchNotes: await listNotesForUpdate(db, 'rollcall') }
  })

  serve(listCompanions, async ({ caller: { userId } }) => ({
    companions: await listConnected(db, userId),
    hasResults: await hasResults(db, userId),
  }))

  serveSendHeartbeat(serve, context, racerBoards)
  serveDisconnectCompanion(serve, context)
}
