import {
  getConfiguration,
  listConfigurationOptions,
  listConfigurations,
} from '@rollcall/contract/scoring'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { serveDeleteConfiguration } from './acts/delete-configuration.ts'
import { serveSaveConfiguration } from './acts/save-configuration.ts'
import { findUses, listConfigurationsFor } from './queries.ts'
import { getUsable } from './usable.ts'

export function serveScoring(serve: Serve, context: AppContext): void {
  const { db } = context

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

  serveSaveConfiguration(serve, context)
  serveDeleteConfiguration(serve, context)
}
