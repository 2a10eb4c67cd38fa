import { answerSeal } from '@rollcall/contract/events-seals'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { answerSeal as storeAnswer } from '../../visibility/held-games.ts'
import { listStoredSeals } from './seals.ts'

/** A participant agrees to keep their results sealed until the organiser's show, or declines. */
export function serveAnswerSeal(serve: Serve, { changes, now }: AppContext): void {
  serve(answerSeal, ({ caller: { userId }, params, body }) =>
    changes.transaction(async (trx) => {
      const at = now()
      await lockParticipant(trx, { eventId: params.id, userId })
      const seals = await listStoredSeals(trx, { userId, now: at })
      const seal = seals.find(({ id, isOwn }) => id === params.id && !isOwn)
      if (seal === undefined) {
        throw new ApiError('seal_not_asked')
      }
      if (
        seal.startsAt.getTime() !== Date.parse(body.startsAt) ||
        seal.endsAt.getTime() !== Date.parse(body.endsAt)
      ) {
        throw new ApiError('sealed_days_changed')
      }
      await storeAnswer(trx, {
        eventId: params.id,
        userId,
        now: at,
        isAgreed: body.isAgreed,
      })
      return { status: 'success' as const }
    }),
  )
}

async function lockParticipant(
  trx: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<void> {
  await trx
    .selectFrom('event_participants')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .forUpdate()
    .execute()
}
