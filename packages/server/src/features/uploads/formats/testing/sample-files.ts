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

/** How long the processor works on it, which a busy test machine does not change. */
export function workingMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
