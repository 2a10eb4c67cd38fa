import { UploadProblem } from '../problem.ts'

/** For the tests beside it: the sample files, and the problem that a reader throws. */
export const samples = new URL('../../../../../test/samples/', import.meta.url)

export function problemOf(read: () => unknown): UploadProblem {
  try {
    read()
  } catch (error) {
    if (error instanceof UploadProblem) return error
    throw error
  }
  throw new Error('nothing was refused')
}
