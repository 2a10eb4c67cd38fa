/** What a check is given and what it gives. */
import type { Db } from '../app-context.ts'

/** Takes one sentence for an operator: what is stored, and what it should be. */
export type Differ = (sentence: string) => void

/** Compares one kind of number; tells how many there were of what. */
export type Check = (db: Db, differ: Differ, place: { dataDir: string }) => Promise<Counts>

/** What was compared, in the words of the report. */
export type Counts = Readonly<Record<string, number>>
