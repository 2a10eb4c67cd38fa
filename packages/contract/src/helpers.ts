/** Who helps to run an event or a series: co-organisers and moderators. The calls are the same for both. */
import * as z from 'zod/mini'
import { done, endpoint, idParams, PageAddress, userNames } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { HelperRole } from './helping.ts'

/** How many may help with one event, or with one series. */
export const MAX_HELPERS = 50

export const Helper = z.object({
  userId: z.number(),
  ...userNames,
  page: PageAddress,
  role: HelperRole,
  /** Co-organisers always do. */
  seesSealed: z.boolean(),
  addedAt: z.string(),
  /** null: their account was deleted. */
  addedBy: z.nullable(z.object(userNames)),
})
export type Helper = z.infer<typeof Helper>

const userParams = z.extend(idParams, { userId: idParams.shape.id })

function helperCalls<Path extends `/api/${string}`>(path: Path, what: string) {
  const shared = { noun: 'events', access: 'user', errors: [404] } as const
  const ofUser = {
    ...shared,
    path: `${path}/helpers/:userId` as const,
    params: userParams,
    response: z.union([done, Unauthorized]),
  } as const
  return {
    list: endpoint({
      ...shared,
      method: 'GET',
      path: `${path}/helpers` as const,
      params: idParams,
      summary: `The co-organisers and moderators of ${what}, for its organisers`,
      response: z.union([
        z.object({
          /** Whether the caller may appoint and remove helpers. */
          canAppoint: z.boolean(),
          helpers: z.array(Helper),
        }),
        Unauthorized,
      ]),
    }),
    appoint: endpoint({
      ...ofUser,
      method: 'PUT',
      rateLimit: 'events',
      summary: `Makes a user co-organiser or moderator of ${what}, or changes what a helper may do; for its creator and admins`,
      body: z.strictObject({
        role: HelperRole,
        /** Whether a moderator may see sealed results before everybody else. */
        seesSealed: z.boolean(),
      }),
      errors: [404, 409, 422],
    }),
    remove: endpoint({
      ...ofUser,
      method: 'DELETE',
      summary: `Ends a user's help with ${what}, for its creator and admins`,
    }),
    stop: endpoint({
      ...shared,
      method: 'POST',
      path: `${path}/stop-helping` as const,
      params: idParams,
      summary: `The caller no longer helps to run ${what}`,
      response: done,
    }),
  }
}

export const HELPER_CALLS = {
  event: helperCalls('/api/events/event/:id', 'an event'),
  series: helperCalls('/api/events/series/:id', 'a series with its events'),
}
