/** How a league's table came to be, made from the results that the table has. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { NAMED_WINNERS } from '@rollcall/contract/leagues-public'
import { FOLLOWED_ROWS, getLeagueStory, type LeagueStory } from '@rollcall/contract/leagues-story'
import { isHiddenRacer } from '@rollcall/scoring/racer'
import { type Standing, type TableStory, tableStory } from '@rollcall/scoring/table-story'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { LeagueTable } from './kept-tables.ts'
import type { PublicLeagues } from './public-leagues.ts'
import { labelsOf, makeTable } from './table.ts'

/** Sentences leave hidden racers out, so that the next one is named. */
const MOST_CLIMBS = 20

export function serveLeagueStory(serve: Serve, { db }: AppContext, leagues: PublicLeagues): void {
  serve(getLeagueStory, async ({ params }) => {
    const { rules, table } = await leagues.get(params.token)
    return nameStory(db, table, await storyOf(rules, table))
  })
}

/** As long as a table is in memory, its story is, too. */
const kept = new WeakMap<LeagueTable['rows'], Promise<TableStory>>()

function storyOf(rules: LeagueRules, table: LeagueTable): Promise<TableStory> {
  const known = kept.get(table.rows)
  if (known !== undefined) return known
  const made = makeStory(rules, table)
  kept.set(table.rows, made)
  made.catch(() => kept.delete(table.rows))
  return made
}

async function makeStory(rules: LeagueRules, table: LeagueTable): Promise<TableStory> {
  const { rounds, rows } = table
  const tables: Standing[][] = []
  for (let played = 1; played < rounds.length; played += 1) {
    tables.push(
      standingsIn(
        makeTable(rules, { ...table, rounds: rounds.slice(0, played) }, table.disqualified),
      ),
    )
    // Other calls go on between the tables of a large league.
    await nextTurn()
  }
  return tableStory(rounds.length === 0 ? [] : [...tables, rows], {
    lines: FOLLOWED_ROWS,
    climbs: MOST_CLIMBS,
  })
}

/** Without their cells, which are most of a table. */
const standingsIn = (rows: readonly Standing[]) =>
  rows.map(({ row, rank, total }) => ({ row, rank, total }))

async function nameStory(
  db: Db,
  { rounds, owners }: LeagueTable,
  { lines, leaders, climbs }: TableStory,
): Promise<LeagueStory> {
  const named = [
    ...[...lines, ...climbs].map(({ row }) => row),
    ...leaders.flatMap(({ rows }) => rows.slice(0, NAMED_WINNERS)),
  ]
  const labels = await labelsOf(db, [...new Set(named)], owners)
  const labelOf = (row: string) => labels.get(row) ?? { racer_name: '' }
  const climb = climbs.find(({ row }) => !isHiddenRacer(labelOf(row).racer_name))
  return {
    rounds: rounds.map(({ eventId }, index) => {
      const { rows = [], total = null } = leaders[index] ?? {}
      const racers = rows.slice(0, NAMED_WINNERS).map(labelOf)
      return { eventId, leaders: total === null ? null : { racers, count: rows.length, total } }
    }),
    lines: lines.map(({ row, after }) => ({ ...labelOf(row), after: [...after] })),
    climb: climb
      ? {
          ...labelOf(climb.row),
          eventId: rounds[climb.round]?.eventId ?? 0,
          from: climb.from,
          to: climb.to,
        }
      : null,
  }
}
