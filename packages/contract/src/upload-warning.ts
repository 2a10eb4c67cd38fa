import * as z from 'zod/mini'
import { ProblemParams } from './endpoint.ts'

/** Something odd about an accepted upload. */
export const UploadWarning = z.object({
  code: z.string(),
  message: z.string(),
  part: z.optional(z.string()),
  line: z.optional(z.number()),
  /** Missing if there are none. */
  params: z.optional(ProblemParams),
})
export type UploadWarning = z.infer<typeof UploadWarning>
