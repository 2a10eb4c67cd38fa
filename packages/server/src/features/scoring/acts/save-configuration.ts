import { saveConfiguration } from '@rollcall/contract/scoring'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { changeConfiguration, createConfiguration, listEventsUsing } from '../queries.ts'
import { lockWritable } from '../usable.ts'

/** Saves a new configuration or a new version of one. Only admins may save default configurations. */
export function serveSaveConfiguration(serve: Serve, { changes, now }: AppContext): void {
  serve(saveConfiguration, async ({ caller, body, request }) => {
    const { config, isConfirmed = false } = body
    const isDefault = body.isDefault ?? null
    if (isDefault === true && !caller.isAdmin) {
      throw new ApiError('default_made_by_admins_only')
    }
    return changes.transaction(async (trx) => {
      const saved = { ownerId: caller.userId, config, now: now() }
      if (body.id === undefined || body.id === null) {
        const id = await createConfiguration(trx, { ...saved, isDefault: isDefault ?? false })
        if (isDefault) {
          await recordAct(trx, actorOf({ caller, request }, saved.now), {
            act: 'default-configuration-created',
            summary: `Created the default configuration ${config.name}.`,
            details: {
              number: String(id),
              configuration: config.name,
              after: JSON.stringify(config),
            },
          })
        }
        return { id, config: JSON.stringify(config) }
      }
      const stored = await lockWritable(trx, caller, body.id)
      const change = { ...saved, isDefault: isDefault ?? stored.isDefault }
      // With a default configuration, finished events keep the version that they ended with.
      if (!(stored.isDefault && change.isDefault) && !isConfirmed) {
        const using = await listEventsUsing(trx, { configurationId: stored.id, now: now() })
        const finishedEvents = using.filter((event) => event.isFinished)
        if (finishedEvents.length > 0) {
          return { finishedEvents }
        }
      }
      await changeConfiguration(trx, stored, change)
      if (stored.isDefault || change.isDefault) {
        await recordAct(trx, actorOf({ caller, request }, saved.now), {
          act: 'default-configuration-changed',
          summary: `Changed the default configuration ${stored.config.name}.`,
          details: {
            number: String(stored.id),
            configuration: stored.config.name,
            before: JSON.stringify(stored.config),
            after: JSON.stringify(config),
            ...(stored.isDefault !== change.isDefault && {
              default: String(change.isDefault),
            }),
          },
        })
      }
      return { id: stored.id, config: JSON.stringify(config) }
    })
  })
}
