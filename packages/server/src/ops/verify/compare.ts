import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { RacerColumn } from '../../domain/intake/files/readers.ts'
import type { Db } from '../../platform/database/schema.ts'

/** Takes a sentence for the operator that says what is stored and what it should be. */
export type Differ = (sentence: string) => void

/** Compares one kind of number; returns how many it compared. */
export type Check = (db: Db, differ: Differ, place: { dataDir: string }) => Promise<Counts>

export type Counts = Readonly<Record<string, number>>

/** Reports the first difference of each racer; returns how many rows it compared. */
export async function compareStoredRacers<Racer extends { login: string }>(
  db: Db,
  differ: Differ,
  {
    stored: question,
    columns,
    expected,
    where,
  }: {
    /** Selects platform, login and the columns of each stored racer. */
    stored: RawBuilder<unknown>
    columns: readonly RacerColumn<Racer>[]
    expected: readonly Racer[]
    where: string
  },
): Promise<number> {
  const { rows } = await sql<Record<string, string | number | null>>`${question}`.execute(db)
  const stored = new Map(rows.map((row) => [`${row.platform} ${row.login}`, row]))
  for (const racer of expected) {
    const { login } = racer
    const row = stored.get(`${DEFAULT_PLATFORM} ${login}`)
    stored.delete(`${DEFAULT_PLATFORM} ${login}`)
    if (row === undefined) {
      differ(`${where}: the racer ${login} is missing.`)
      continue
    }
    const column = columns.find(({ name, read }) => row[name] !== read(racer))
    if (column !== undefined) {
      differ(
        `${where}: ${column.name} of ${login} is ${shown(row[column.name])} where the stored file says ${shown(column.read(racer))}.`,
      )
    }
  }
  for (const row of stored.values()) {
    differ(`${where}: the racer ${row.login} is stored but not in the stored file.`)
  }
  return rows.length
}

export function compareNumbers(
  differ: Differ,
  {
    where,
    stored,
    expected,
    because,
  }: {
    where: string
    stored: object
    expected: Readonly<Record<string, unknown>>
    /** Where the right value comes from, such as `the stored file`. */
    because: string
  },
): void {
  const values = stored as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(expected)) {
    if (values[name] !== value) {
      differ(`${where}: ${name} is ${shown(values[name])} where ${because} says ${shown(value)}.`)
    }
  }
}

function shown(value: unknown): string {
  return value === null || value === undefined ? 'unknown' : String(value)
}
