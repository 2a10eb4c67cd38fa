/** What somebody who helps to run an event or a series is to it. */
import * as z from 'zod/mini'
import { userNames } from './endpoint.ts'

/** `co-organiser`: everything except deleting and appointing. `moderator`: runs the show. */
export const HelperRole = z.enum(['co-organiser', 'moderator'])
export type HelperRole = z.infer<typeof HelperRole>

/** How the caller helps. */
export const Helping = z.object({
  /** The event that they help with; null: they help with all that is listed. */
  event: z.nullable(z.object({ id: z.number(), name: z.string() })),
  role: HelperRole,
  /** Whether they may see sealed results. */
  seesSealed: z.boolean(),
  /** Who appointed them; null: that account was deleted. */
  by: z.nullable(z.object(userNames)),
})
export type Helping = z.infer<typeof Helping>
