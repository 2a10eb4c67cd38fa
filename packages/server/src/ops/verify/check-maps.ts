import { sql } from 'kysely'
import { PLAYS } from '../../domain/standings/maps.ts'
import { type Check, compareNumbers } from './compare.ts'

interface MapFacts {
  name: string
  stored: Readonly<Record<string, number>>
  plays: number
  racers: number
  raceRacers: number
  raceEliminated: number
}

/** Checks how often each map was played, and by how many marbles. */
export const checkMaps: Check = async (db, differ) => {
  const { rows } = await sql<MapFacts>`
    select map.name, ${PLAYS},
      json_build_object('plays', map.plays, 'racers', map.racers, 'raceRacers', map.race_racers,
        'raceEliminated', map.race_eliminated) as stored
    from maps as map
    left join games as game on game.map_id = map.id and game.is_rankable
    group by map.id
    order by map.id`.execute(db)
  for (const { name, stored, ...expected } of rows) {
    compareNumbers(differ, {
      where: `The map ${name}`,
      stored,
      expected,
      because: 'the sum of its games',
    })
  }
  return { maps: rows.length }
}
