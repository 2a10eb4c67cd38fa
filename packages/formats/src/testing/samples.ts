import { FileProblem } from '../problem.ts'

/** Where the sample files are. The server's tests use them too. */
export const samples = new URL('../../samples/', import.meta.url)

/** The problem that a reader throws. */
export function catchProblem(read: () => unknown): FileProblem {
  try {
    read()
  } catch (error) {
    if (error instanceof FileProblem) {
      return error
    }
    throw error
  }
  throw new Error('nothing was refused')
}
