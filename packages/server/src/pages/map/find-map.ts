import type { MapDetails } from '@rollcall/contract/maps'
import { sql } from 'kysely'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { findFastestChannels, findFastestRacers } from './map-records.ts'
import { publicPlays } from './public-plays.ts'

const LATEST_GAMES = 10

interface StoredMap extends Pick<MapDetails, 'id' | 'name' | 'creator' | 'plays'> {
  racers: number
  raceRacers: number
  raceEliminated: number
}

/** null if there is no such map with public games. */
export async function findMap(
  context: Pick<AppContext, 'db' | 'pool'>,
  { id, holds }: { id: number; holds: readonly Hold[] },
): Promise<MapDetails | null> {
  const { db } = context
  const { held, plays, racers, raceRacers, raceEliminated } = publicPlays(holds)
  const { rows } = await sql<StoredMap>`
    select map.id, map.name, map.creator, ${plays} as plays, ${racers} as racers,
      ${raceRacers} as "raceRacers", ${raceEliminated} as "raceEliminated"
    from maps as map ${held}
    where map.id = ${id}`.execute(db)
  const [map] = rows
  const which = sql<boolean>`game.map_id = ${id}`
  const latestGames = await listLatestGames(db, {
    ...{ which, holds, limit: LATEST_GAMES },
    names: 'anywhere',
  })
  const [last] = latestGames
  if (map === undefined || last === undefined) {
    return null
  }
  const asked = { mapId: id, holds }
  return {
    id,
    name: map.name,
    creator: map.creator,
    plays: map.plays,
    lastPlayedAt: last.finishedAt,
    averageField: map.racers / map.plays,
    deathRate: map.raceRacers === 0 ? null : map.raceEliminated / map.raceRacers,
    fastestRacers: await findFastestRacers(context, asked),
    fastestChannels: await findFastestChannels(context, asked),
    latestGames,
  }
}
