import {
  deleteConfiguration,
  getConfiguration,
  listConfigurationOptions,
  listConfigurations,
  saveConfiguration,
} from '@rollcall/contract/scoring'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import type { Db } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import {
  changeConfiguration,
  createConfiguration,
  deleteConfigurationById,
  findConfigurationFor,
  findUses,
  listConfigurationsFor,
  listEventsUsing,
  lockConfiguration,
  type StoredConfiguration,
} from './queries.ts'

export function serveScoring(serve: Serve, { db, changes, now }: AppContext): void {
  serve(listConfigurations, ({ caller }) => listConfigurationsFor(db, caller.userId))

  serve(listConfigurationOptions, async ({ caller }) => {
    const configurations = await listConfigurationsFor(db, caller.userId)
    return configurations.map(({ id, name }) => ({ value: id, label: name }))
  })

  serve(getConfiguration, async ({ caller, params }) => {
    const { id, config, isDefault } = await getUsable(db, caller, params.id)
    const usedBy =
      isDefault && !caller.isAdmin ? { eventCount: 0, names: [] } : await findUses(db, id)
    return { id, config: JSON.stringify(config), isDefault, usedBy }
  })

  serve(saveConfiguration, async ({ caller, body, request }) => {
    const { config, isConfirmed = false } = body
    const isDefault = body.isDefault ?? null
    if (isDefault === true && !caller.isAdmin) {
      throw new ApiError('forbidden', 'Only admins may make a configuration a default one.')
    }
    return changes.transaction(async (trx) => {
      const saved = { ownerId: caller.userId, config, now: now() }
      if (body.id === undefined || body.id === null) {
        const id = await createConfiguration(trx, { ...saved, isDefault: isDefault ?? false })
        if (isDefault) {
          await recordAct(trx, actorOf({ caller, request }, saved.now), {
            act: 'default-configuration-created',
            summary: `Created the default configuration ${config.name}.`,
            details: { number: String(id), after: JSON.stringify(config) },
          })
        }
        return { id, config: JSON.stringify(config) }
      }
      const stored = await getWritable(trx, caller, body.id)
      const change = { ...saved, isDefault: isDefault ?? stored.isDefault }
      // Finished events stay on the version of a default configuration that they ended with.
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
            before: JSON.stringify(stored.config),
            after: JSON.stringify(config),
            ...(stored.isDefault !== change.isDefault && {
              default: change.isDefault ? 'from now on' : 'no longer',
            }),
          },
        })
      }
      return { id: stored.id, config: JSON.stringify(config) }
    })
  })

  serve(deleteConfiguration, ({ caller, params, request }) =>
    db.transaction().execute(async (trx) => {
      const stored = await getWritable(trx, caller, params.id)
      const { id } = stored
      const [first] = await listEventsUsing(trx, { configurationId: id, now: now() })
      if (first !== undefined) {
        throw new ApiError(
          'conflict',
          `The event ${first.name} uses this configuration. Give it another one first.`,
        )
      }
      await deleteConfigurationById(trx, id)
      if (stored.isDefault) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'default-configuration-deleted',
          summary: `Deleted the default configuration ${stored.config.name}.`,
          details: { number: String(id), before: JSON.stringify(stored.config) },
        })
      }
      return { status: 'success' as const }
    }),
  )
}

async function getUsable(db: Db, caller: SignedIn, id: number): Promise<StoredConfiguration> {
  const stored = await findConfigurationFor(db, { id, userId: caller.userId })
  if (stored === null) {
    throw new ApiError('not_found', 'There is no such leaderboard configuration.')
  }
  return stored
}

async function getWritable(trx: Db, caller: SignedIn, id: number): Promise<StoredConfiguration> {
  await lockConfiguration(trx, id, 'change')
  const stored = await getUsable(trx, caller, id)
  if (stored.isDefault && !caller.isAdmin) {
    throw new ApiError('forbidden', 'Default configurations are changed by admins only.')
  }
  return stored
}
