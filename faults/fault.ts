/** A fault: a promise and how to try it. */
import type { OwnPostgres } from './own-postgres.ts'

export interface Fault {
  /** Chooses it: `npm run test:faults -- kill`. */
  name: string
  promise: string
  /** Gives figures for the table; throws where the promise does not hold. */
  run(place: FaultPlace): Promise<string>
}

export interface FaultPlace {
  /** An empty directory of its own, removed afterwards. */
  directory: string
  /** A PostgreSQL server started for the run, with a new empty database on it. */
  postgres(): Promise<{ server: OwnPostgres; databaseUrl: string }>
  progress(line: string): void
}

export const countOf = (variable: string, standard: number): number => {
  const given = process.env[variable]
  return given === undefined ? standard : Number(given)
}

/** Limits of time are for a machine without other work; this many times as long for one that has some. */
export const PATIENCE = countOf('FAULT_PATIENCE', 1)

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Asks again until it is so. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { withinMs }: { withinMs: number },
): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > withinMs * PATIENCE) {
      throw new Error(`After ${withinMs * PATIENCE} ms it is still not so: ${what}`)
    }
    await pause(20)
  }
  return performance.now() - began
}

export function must(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise)
}

/** What the fault is about is not installed; said in the table, and nothing fails for it. */
export class NotHere extends Error {}
