/** Maps as rows: games refer to a map by its id, and how often each was played is stored. docs/scoring.md, Maps. */
import { hash } from 'node:crypto'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { foldNamesIn } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'

/** A map as a game's files name it. */
export interface NamedMap {
  /** null if the files do not name one. */
  mapName: string | null
  mapCreator: string | null
}

/**
 * Inserts missing maps. An upload has at most one, so others with the same new map wait for its transaction, but there is
 * no deadlock.
 */
export async function insertMaps(db: Db, named: readonly NamedMap[]): Promise<void> {
  const maps = named.flatMap(({ mapName, mapCreator }) =>
    mapName === null
      ? []
      : [{ key: keyOf(mapName, mapCreator), name: mapName, creator: mapCreator }],
  )
  if (maps.length > 0) {
    await db
      .insertInto('maps')
      .values(maps)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await foldNamesIn(db, 'maps')
  }
}

/** The map of each game, in the order of the games; null if the files do not name one. */
export async function findMapIds(db: Db, named: readonly NamedMap[]): Promise<(number | null)[]> {
  const keys = named.map(({ mapName, mapCreator }) =>
    mapName === null ? null : keyOf(mapName, mapCreator),
  )
  if (keys.every((key) => key === null)) {
    return keys.map(() => null)
  }
  const { rows } = await sql<{ key: string; id: number }>`
    select key, id from maps where key = any(${keys}::text[])`.execute(db)
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  return keys.map((key) => (key === null ? null : (ids.get(key) ?? null)))
}

/** The same for any letter case, and short even if the names are long. */
function keyOf(name: string, creator: string | null): string {
  return hash('sha256', JSON.stringify([normalLogin(name), normalLogin(creator ?? '')]), 'hex')
}

/** What games add to the map that they were played on. */
interface MapPlays {
  mapId: number
  plays: number
  racers: number
  raceRacers: number
  raceEliminated: number
}

/** What a query's games add to their map: the columns of `MapPlays` except the map. */
export const PLAYS = sql`
  count(game.id) as plays,
  coalesce(sum(game.player_count), 0) as racers,
  coalesce(sum(game.player_count) filter (where game.mode = 'race'), 0) as "raceRacers",
  coalesce(sum(game.eliminated_count) filter (where game.mode = 'race'), 0) as "raceEliminated"`

/**
 * What games add to their maps, or would take from them when they are removed.
 *
 * @param which selects rows of the query's `game`
 */
export async function sumPlays(trx: Db, which: RawBuilder<boolean>): Promise<MapPlays[]> {
  const { rows } = await sql<MapPlays>`
    select game.map_id as "mapId", ${PLAYS}
    from games as game
    where game.is_rankable and game.map_id is not null and ${which}
    group by game.map_id`.execute(trx)
  return rows
}

/**
 * Adds games to their maps, or takes them away. Call it late in a transaction, because other uploads with the same map
 * wait until that ends. An upload has at most one map, so there is no deadlock.
 */
export async function addPlays(
  trx: Db,
  plays: readonly MapPlays[],
  sign: 1 | -1 = 1,
): Promise<void> {
  for (const { mapId, ...added } of plays) {
    const plus = (column: string, number: number) =>
      sql<number>`${sql.ref(column)} + ${sign * number}`
    await trx
      .updateTable('maps')
      .set({
        plays: plus('plays', added.plays),
        racers: plus('racers', added.racers),
        race_racers: plus('race_racers', added.raceRacers),
        race_eliminated: plus('race_eliminated', added.raceEliminated),
      })
      .where('id', '=', mapId)
      .execute()
  }
}
