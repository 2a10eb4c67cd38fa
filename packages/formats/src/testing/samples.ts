import { FileProblem } from '../problem.ts'

/** Where the sample files are, also for the server's tests. */
export const samples = new URL('../../samples/', import.meta.url)

/** The problem that a reader throws. */
export function problemOf(read: () => unknown): FileProblem {
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

/** How long the processor works on it, which a busy test machine does not change. */
export function workingMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
