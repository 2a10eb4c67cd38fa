import { HELPER_CALLS, MAX_HELPERS } from '@rollcall/contract/helpers'
import type { HelperRole } from '@rollcall/contract/helping'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { allowToAdd } from '../save-event.ts'
import { announceHelpers, columnsOf, factsOf, type Helped, isIn, lockToAppoint } from './helped.ts'

/** Appoints somebody, or changes what a helper may do. */
export function serveAppointHelper(serve: Serve, context: AppContext, kind: Helped['kind']): void {
  const { changes, now } = context

  serve(HELPER_CALLS[kind].appoint, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const { userId } = params
      const helped = { kind, id: params.id }
      const locked = await lockToAppoint(trx, helped, caller)
      if (locked === null) {
        return UNAUTHORIZED
      }
      if (userId === locked.ownerId) {
        throw new ApiError('helper_is_owner')
      }
      const before = await findHelper(trx, helped, userId)
      if (before === null) {
        await refuseIfFull(trx, helped)
        await allowToAdd(context, trx, {
          askerId: caller.userId,
          organiserId: locked.ownerId,
          userIds: [userId],
          added: { events: 0, participants: 1 },
        })
      }
      const after = { role: body.role, seesSealed: body.role === 'co-organiser' || body.seesSealed }
      if (before?.role === after.role && before.seesSealed === after.seesSealed) {
        return { status: 'success' as const }
      }
      await storeHelper(trx, helped, { ...after, userId, addedBy: caller.userId, now: now() })
      await announceHelpers(trx, helped)
      await recordAct(trx, actorOf(call, now()), {
        act: before === null ? 'helper-appointed' : 'helper-changed',
        facts: { ...factsOf(helped, locked.name), helper: { user: userId }, ...after },
      })
      return { status: 'success' as const }
    }),
  )
}

interface Appointed {
  role: HelperRole
  seesSealed: boolean
}

async function findHelper(trx: Db, helped: Helped, userId: number): Promise<Appointed | null> {
  const { rows } = await sql<Appointed>`
    select role, sees_sealed_since is not null as "seesSealed"
    from helpers as helper where ${isIn(helped)} and user_id = ${userId}`.execute(trx)
  return rows[0] ?? null
}

async function refuseIfFull(trx: Db, helped: Helped): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from helpers as helper where ${isIn(helped)}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= MAX_HELPERS) {
    throw new ApiError('helpers_full', { most: MAX_HELPERS })
  }
}

/** A helper who could see sealed results already keeps the time since when. */
async function storeHelper(
  trx: Db,
  helped: Helped,
  {
    userId,
    role,
    seesSealed,
    addedBy,
    now,
  }: Appointed & { userId: number; addedBy: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('helpers')
    .values({
      ...columnsOf(helped),
      user_id: userId,
      role,
      sees_sealed_since: seesSealed ? now : null,
      added_by: addedBy,
      added_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns([helped.kind === 'event' ? 'event_id' : 'series_id', 'user_id'])
        .doUpdateSet({
          role,
          sees_sealed_since: seesSealed
            ? sql<Date>`coalesce(helpers.sees_sealed_since, ${now})`
            : null,
        }),
    )
    .execute()
}
