/** A fault: a promise and how to try it. */
import type { OwnPostgres } from '@rollcall/server/testing/own-postgres'

export interface Fault {
  /** For choosing it: `npm run test:faults -- kill`. */
  name: string
  promise: string
  /** Returns figures for the table; throws if the promise does not hold. */
  run(place: FaultPlace): Promise<string>
}

export interface FaultPlace {
  /** An empty directory of its own, removed afterwards. */
  directory: string
  /** The PostgreSQL server of this run, and a new empty database on it. */
  postgres(): Promise<{ server: OwnPostgres; databaseUrl: string }>
  progress(line: string): void
}

export const readCount = (variable: string, standard: number): number => {
  const given = process.env[variable]
  return given === undefined ? standard : Number(given)
}

/** Factor for the time limits, which are for a machine without other work. */
export const PATIENCE = readCount('FAULT_PATIENCE', 1)

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Checks again and again; returns how long it took. */
export async function until(
  what: string,
  isTrue: () => Promise<boolean>,
  { withinMs }: { withinMs: number },
): Promise<number> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > withinMs * PATIENCE) {
      throw new Error(`After ${withinMs * PATIENCE} ms, still not true: ${what}`)
    }
    await pause(20)
  }
  return performance.now() - began
}

export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** The fault needs something that is not installed: it is skipped, and the run does not fail. */
export class NotInstalled extends Error {}
