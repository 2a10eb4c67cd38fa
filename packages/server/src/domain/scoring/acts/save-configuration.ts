import type { ResponseOf } from '@rollcall/contract/endpoint'
import { saveConfiguration } from '@rollcall/contract/scoring'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Call, Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { changeConfiguration, createConfiguration, listEventsUsing } from '../queries.ts'
import { lockWritable } from '../usable.ts'

/** Saves a new configuration or a new version of one. Only admins may save default configurations. */
export function serveSaveConfiguration(serve: Serve, { changes, now }: AppContext): void {
  serve(saveConfiguration, (call) => {
    const { caller, body } = call
    if (body.isDefault === true && !caller.isAdmin) {
      throw new ApiError('default_made_by_admins_only')
    }
    const { id } = body
    return changes.transaction((trx) =>
      id === undefined || id === null
        ? saveNew(trx, call, now())
        : saveVersion(trx, call, { id, now: now() }),
    )
  })
}

type SaveCall = Call<typeof saveConfiguration>
type Saved = ResponseOf<typeof saveConfiguration>

async function saveNew(trx: Db, call: SaveCall, now: Date): Promise<Saved> {
  const { caller, body } = call
  const { config } = body
  const isDefault = body.isDefault ?? false
  const press = {
    userId: caller.userId,
    creates: 'configuration_id',
    request: ['configuration', body],
    now,
  } as const
  const id = await oncePerPress(trx, press, async () => {
    const id = await createConfiguration(trx, { ownerId: caller.userId, config, now, isDefault })
    if (isDefault) {
      await recordAct(trx, actorOf(call, now), {
        act: 'default-configuration-created',
        facts: { number: String(id), configuration: config.name, after: JSON.stringify(config) },
      })
    }
    return id
  })
  return { id, config: JSON.stringify(config) }
}

async function saveVersion(
  trx: Db,
  call: SaveCall,
  { id, now }: { id: number; now: Date },
): Promise<Saved> {
  const { caller, body } = call
  const { config, isConfirmed = false } = body
  const stored = await lockWritable(trx, caller, id)
  const isDefault = body.isDefault ?? stored.isDefault
  // With a default configuration, finished events keep the version that they ended with.
  if (!(stored.isDefault && isDefault) && !isConfirmed) {
    const using = await listEventsUsing(trx, { configurationId: stored.id, now })
    const finishedEvents = using.filter((event) => event.isFinished)
    if (finishedEvents.length > 0) {
      return { finishedEvents }
    }
  }
  await changeConfiguration(trx, stored, { ownerId: caller.userId, config, now, isDefault })
  if (stored.isDefault || isDefault) {
    await recordAct(trx, actorOf(call, now), {
      act: 'default-configuration-changed',
      facts: {
        number: String(stored.id),
        configuration: stored.config.name,
        before: JSON.stringify(stored.config),
        after: JSON.stringify(config),
        ...(stored.isDefault !== isDefault && { default: String(isDefault) }),
      },
    })
  }
  return { id: stored.id, config: JSON.stringify(config) }
}
