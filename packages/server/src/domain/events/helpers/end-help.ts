import { HELPER_CALLS } from '@rollcall/contract/helpers'
import type { HelperRole } from '@rollcall/contract/helping'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { announceHelpers, factsOf, type Helped, isIn, lockToAppoint } from './helped.ts'

/** Organisers remove a helper. */
export function serveRemoveHelper(
  serve: Serve,
  { changes, now }: AppContext,
  kind: Helped['kind'],
): void {
  serve(HELPER_CALLS[kind].remove, (call) =>
    changes.transaction(async (trx) => {
      const { id, userId } = call.params
      const helped = { kind, id }
      const locked = await lockToAppoint(trx, helped, call.caller)
      if (locked === null) {
        return UNAUTHORIZED
      }
      const role = await deleteHelper(trx, helped, userId)
      if (role === null) {
        throw new ApiError('no_such_helper')
      }
      await recordAct(trx, actorOf(call, now()), {
        act: 'helper-removed',
        facts: { ...factsOf(helped, locked.name), helper: { user: userId }, role },
      })
      return { status: 'success' as const }
    }),
  )
}

/** A helper steps down. */
export function serveStopHelping(
  serve: Serve,
  { changes, now }: AppContext,
  kind: Helped['kind'],
): void {
  serve(HELPER_CALLS[kind].stop, (call) =>
    changes.transaction(async (trx) => {
      const helped = { kind, id: call.params.id }
      const role = await deleteHelper(trx, helped, call.caller.userId)
      if (role === null) {
        throw new ApiError('not_helping')
      }
      const { name } = await trx
        .selectFrom(kind === 'event' ? 'events' : 'event_series')
        .select('name')
        .where('id', '=', helped.id)
        .executeTakeFirstOrThrow()
      await recordAct(trx, actorOf(call, now()), {
        act: 'helper-stopped',
        facts: { ...factsOf(helped, name), role },
      })
      return { status: 'success' as const }
    }),
  )
}

/** @returns what the user was; null if the user did not help */
async function deleteHelper(trx: Db, helped: Helped, userId: number): Promise<HelperRole | null> {
  const { rows } = await sql<{ role: HelperRole }>`
    delete from helpers as helper where ${isIn(helped)} and user_id = ${userId}
    returning role`.execute(trx)
  await announceHelpers(trx, helped)
  return rows[0]?.role ?? null
}
