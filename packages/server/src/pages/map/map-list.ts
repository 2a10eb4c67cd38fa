import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type listMaps, MAPS_PAGE_SIZE } from '@rollcall/contract/maps'
import { sql } from 'kysely'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import { foldedInSql, isPartOf } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import { publicPlays } from './public-plays.ts'

type MapList = ResponseOf<typeof listMaps>
type StoredMap = Omit<MapList['maps'][number], 'lastPlayedAt'> & { lastPlayedAt: Date }

/**
 * A page of the maps with public games, the most played first.
 *
 * @param search part of the name of a map or its builder, compared as by `foldName`; empty: all maps
 */
export async function pageOfMaps(
  db: Db,
  { page, search, holds }: { page: number; search: string; holds: readonly Hold[] },
): Promise<MapList> {
  const { held, plays } = publicPlays(holds)
  const words = search.trim()
  const isFound =
    words === ''
      ? sql`true`
      : sql`(
          ${isPartOf(foldedInSql(sql`map.name`, sql`map.folded`), words)}
          or ${isPartOf(foldedInSql(sql`map.creator`, sql`map.folded_creator`), words)}
        )`
  const found = sql`from maps as map ${held} where ${plays} > 0 and ${isFound}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<StoredMap>`
    select listed.*, last.finished_at as "lastPlayedAt"
    from (
      select map.id, map.name, map.creator, ${plays} as plays ${found}
      order by ${plays} desc, map.id
      limit ${MAPS_PAGE_SIZE} offset ${(page - 1) * MAPS_PAGE_SIZE}
    ) as listed
    cross join lateral (
      select game.finished_at from games as game
      where game.map_id = listed.id and ${isPublicGame(holds)}
      order by game.finished_at desc
      limit 1
    ) as last
    order by listed.plays desc, listed.id`.execute(db)
  const total = counted[0]?.total ?? 0
  return {
    maps: rows.map(({ lastPlayedAt, ...map }) => ({
      ...map,
      lastPlayedAt: lastPlayedAt.toISOString(),
    })),
    total,
    totalPages: Math.ceil(total / MAPS_PAGE_SIZE),
  }
}
