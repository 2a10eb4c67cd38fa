import { DIVISION_PAGE_SIZE, type DivisionMember } from '@rollcall/contract/leagues-divisions'
import { foldName } from '@rollcall/scoring/names'
import { isHiddenRacer, type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import type { Db } from '../../../../platform/database/schema.ts'
import { labelsOf, type Results } from '../table.ts'
import { listMembers, presentByRow } from './members.ts'

interface Asked {
  divisionId: number
  page: number
  /** A part of a name. */
  search: string
}

interface FoundMembers {
  rows: DivisionMember[]
  total: number
  totalPages: number
}

/** Who is in a division now, by their names; hidden racers are last, in an order that tells nothing. */
export async function pageOfMembers(
  db: Db,
  { seriesId, table }: { seriesId: number; table: Pick<Results, 'owners'> },
  { divisionId, page, search }: Asked,
): Promise<FoundMembers> {
  const present = presentByRow(await listMembers(db, seriesId), table)
  const known = [...present].filter(([, member]) => member.divisionId === divisionId)
  const owners = new Map(known.map(([row, { owner }]) => [row, owner]))
  const labels = await labelsOf(db, [...owners.keys()], owners)
  const words = foldName(search.trim())
  const found = known
    .map(([row, { id, joinedAt }]) => {
      const label = labels.get(row) ?? { racer_name: '' }
      return { id, since: joinedAt.toISOString(), key: sortKey(row, label), label }
    })
    .filter(({ label }) => namesOf(label).some((name) => foldName(name).includes(words)))
    .toSorted((a, b) => compareCodePoints(a.key, b.key))
  return {
    total: found.length,
    totalPages: Math.ceil(found.length / DIVISION_PAGE_SIZE),
    rows: found
      .slice((page - 1) * DIVISION_PAGE_SIZE, page * DIVISION_PAGE_SIZE)
      .map(({ id, since, label }) => ({ id, since, ...label })),
  }
}

const namesOf = (label: RacerLabel) => [label.racer_name, shownName(label)]

const sortKey = (row: string, label: RacerLabel) =>
  isHiddenRacer(label.racer_name) ? `${LAST}${row}` : `${foldName(shownName(label))} ${row}`

const LAST = '\u{10FFFF}'
