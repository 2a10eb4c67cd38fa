/** Compares a season's public board (docs/scoring.md, Season boards). */
import { SORT_FIELDS, type SortColumn, type SortOrder } from '@rollcall/contract/leaderboards'
import { expectSame } from './first-difference.ts'
import { boardNumbers } from './numbers.ts'
import type { Stage } from './stage.ts'
import { compareLogins } from './world.ts'

type BoardRow = NonNullable<ReturnType<typeof boardNumbers>>

export async function compareBoard(
  { server, world }: Stage,
  {
    season,
    sortBy,
    orders = ['DESC', 'ASC'],
  }: { season: number; sortBy: SortColumn; orders?: readonly SortOrder[] },
): Promise<void> {
  const rows = world.channels
    .map((channel) => boardNumbers(channel, season))
    .filter((row) => row !== null)
  // An unknown high score ranks below every known one.
  const numberOf = (row: BoardRow) => row[SORT_FIELDS[sortBy]] ?? -1
  const ranked = rows
    .map((row) => ({
      ...row,
      rank: 1 + rows.filter((other) => numberOf(other) > numberOf(row)).length,
    }))
    .toSorted((a, b) => numberOf(b) - numberOf(a) || compareLogins(a.username, b.username))
  for (const sortOrder of orders) {
    const { data } = await server.ask({
      method: 'POST',
      url: '/api/leaderboard/',
      body: { season, channel: '', limit: 100, sortBy, sortOrder },
    })
    expectSame(
      `the board of season ${season} by ${sortBy} ${sortOrder}`,
      data,
      sortOrder === 'DESC' ? ranked : ranked.toReversed(),
    )
  }
}
