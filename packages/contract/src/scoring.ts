import { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import * as z from 'zod/mini'
import { done, endpoint, id, idParams, reading } from './endpoint.ts'

const ListedConfiguration = z.object({
  id: z.number(),
  name: z.string(),
  isDefault: z.boolean(),
  gameModes: LeaderboardConfiguration.shape.gameModes,
  /** The points of the first places, and how many places get points. */
  positions: z.object({ first: z.array(z.number()), count: z.number() }),
  /** How many events use it; null if it is not the caller's own. */
  eventCount: z.nullable(z.number()),
})

export const listConfigurations = endpoint({
  noun: 'scoring',
  method: 'GET',
  path: '/api/events/leaderboards',
  access: 'user',
  summary: "The caller's own configurations and the default ones",
  response: z.array(ListedConfiguration),
  reads: z.array(reading(ListedConfiguration, ['id', 'name'])),
})

export const listConfigurationOptions = endpoint({
  noun: 'scoring',
  method: 'GET',
  path: '/api/dropdowns/leaderboards',
  access: 'user',
  summary: 'The same configurations as options of a dropdown',
  response: z.array(z.object({ value: z.number(), label: z.string() })),
})

const StoredConfiguration = z.object({
  id: z.number(),
  /** JSON text. */
  config: z.string(),
  isDefault: z.boolean(),
  /** The events that prevent its deletion; only for users who may change it. */
  usedBy: z.object({ eventCount: z.number(), names: z.array(z.string()) }),
})

export const getConfiguration = endpoint({
  noun: 'scoring',
  method: 'GET',
  path: '/api/events/leaderboard-config/:id',
  access: 'user',
  summary: 'One configuration that the caller may use',
  params: idParams,
  response: StoredConfiguration,
  reads: reading(StoredConfiguration, ['config']),
  errors: [404],
})

export const RescoredEvent = z.object({ id: z.number(), name: z.string(), isFinished: z.boolean() })
export type RescoredEvent = z.infer<typeof RescoredEvent>

const SavedConfiguration = z.object({ id: z.number(), config: z.optional(z.string()) })
/** Nothing was saved, because these finished events would change. The page asks, and then confirms. */
const ConfigurationToConfirm = z.object({ finishedEvents: z.array(RescoredEvent) })

export const saveConfiguration = endpoint({
  noun: 'scoring',
  method: 'POST',
  path: '/api/events/leaderboard-config',
  access: 'user',
  summary: 'Creates a configuration, or changes one and re-scores the events that use it',
  body: z.strictObject({
    /** Missing or null for a new configuration. */
    id: z.optional(z.nullable(id)),
    config: LeaderboardConfiguration,
    /** Only admins may set it. Everybody may use a default configuration. */
    isDefault: z.optional(z.boolean()),
    /** The caller knows which finished events will be scored again. */
    isConfirmed: z.optional(z.boolean()),
  }),
  response: z.union([SavedConfiguration, ConfigurationToConfirm]),
  reads: z.union([reading(SavedConfiguration, ['id']), ConfigurationToConfirm]),
  errors: [403, 404],
})

export const deleteConfiguration = endpoint({
  noun: 'scoring',
  method: 'DELETE',
  path: '/api/events/leaderboard-config/:id',
  access: 'user',
  summary: 'Deletes a configuration that no event uses',
  params: idParams,
  response: done,
  errors: [403, 404, 409],
})
