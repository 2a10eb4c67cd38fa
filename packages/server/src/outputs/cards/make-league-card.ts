/** The share picture of a league: its first three, or before any round has counted, its name. */
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { FoundLeague } from '../../domain/events/league/public-leagues.ts'
import { showRows } from '../../domain/events/league/table.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Card } from './card.ts'
import { plain, siteName } from './card-texts.ts'

const ON_PODIUM = 3

export async function makeLeagueCard(
  { db, config }: { db: Db; config: Config },
  { name, rules, rounds, table }: FoundLeague,
): Promise<Card> {
  const onPodium = table.rows.filter(({ rank }) => rank !== null && rank <= ON_PODIUM)
  const about = {
    title: plain(name),
    about: `League · ${table.rounds.length} of ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`,
    site: siteName(config),
  }
  if (onPodium.length === 0) {
    return { ...about, kind: 'announcement' }
  }
  const shown = onPodium.slice(0, ON_PODIUM)
  const rows = await showRows(db, table, { shown, ...rules })
  return {
    ...about,
    kind: 'podium',
    racers: rows.map((row) => ({
      key: row.racer_name,
      name: plain(shownName(row)),
      color: row.color ?? null,
      rank: row.rank ?? 0,
      points: numbers.format(row.total),
    })),
    more: onPodium.length - shown.length,
  }
}

const numbers = new Intl.NumberFormat('en-US')
