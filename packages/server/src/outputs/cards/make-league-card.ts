/** The share picture of a league, or of one racer in it: the first three, or before any round has counted, its name. */
import type { LeagueRow } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import { divide } from '../../domain/events/league/divisions/divided.ts'
import type { FoundLeague } from '../../domain/events/league/public-leagues.ts'
import { findByName, showRows } from '../../domain/events/league/table.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Card, CardRacer } from './card.ts'
import { plain, siteName } from './card-texts.ts'

const ON_PODIUM = 3

/** The league with the table of that division; if it has none, the one with everybody. */
export async function findOnLeagueCard(
  db: Db,
  league: FoundLeague,
  asked: number | undefined,
): Promise<{ league: FoundLeague; division?: number }> {
  if (asked === undefined) {
    return { league }
  }
  const { divisions, tables } = await divide(db, { ...league, seriesId: league.id })
  const table = tables.get(asked)
  const division = divisions.find(({ id }) => id === asked)
  return table === undefined || division === undefined
    ? { league }
    : { league: { ...league, name: `${league.name} · ${division.name}`, table }, division: asked }
}

/** For a racer who is hidden, unknown or without a rank, it is the league's picture. */
export async function makeLeagueCard(
  { db, config }: { db: Db; config: Config },
  { name, rules, rounds, table }: FoundLeague,
  racer: string | undefined,
): Promise<Card> {
  const onPodium = table.rows.filter(({ rank }) => rank !== null && rank <= ON_PODIUM)
  const about = {
    title: plain(name),
    about: `League · ${table.rounds.length} of ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`,
    site: siteName(config),
  }
  const own = racer === undefined ? null : (await findByName(db, table, racer)).named
  if (own !== null && own.rank !== null) {
    const [row] = await showRows(db, table, { shown: [own], ...rules })
    const of = table.rows.filter(({ rank }) => rank !== null).length
    if (row !== undefined) return { ...about, kind: 'racer', racer: cardRacer(row), of }
  }
  if (onPodium.length === 0) {
    return { ...about, kind: 'announcement' }
  }
  const shown = onPodium.slice(0, ON_PODIUM)
  const rows = await showRows(db, table, { shown, ...rules })
  return {
    ...about,
    kind: 'podium',
    racers: rows.map(cardRacer),
    more: onPodium.length - shown.length,
  }
}

const cardRacer = (row: LeagueRow): CardRacer => ({
  key: row.racer_name,
  name: plain(shownName(row)),
  color: row.color ?? null,
  rank: row.rank ?? 0,
  points: numbers.format(row.total),
})

const numbers = new Intl.NumberFormat('en-US')
