import { type RawBuilder, sql } from 'kysely'
import { PLAYS } from '../../domain/standings/maps.ts'
import { type Hold, isHeld } from '../../domain/visibility/held-games.ts'

/** The columns of the query's `map` without its held games. */
export interface PublicPlays {
  /** The query must join this. */
  held: RawBuilder<unknown>
  plays: RawBuilder<number>
  racers: RawBuilder<number>
  raceRacers: RawBuilder<number>
  raceEliminated: RawBuilder<number>
}

export function publicPlays(holds: readonly Hold[]): PublicPlays {
  if (holds.length === 0) {
    return {
      held: sql``,
      plays: sql`map.plays`,
      racers: sql`map.racers`,
      raceRacers: sql`map.race_racers`,
      raceEliminated: sql`map.race_eliminated`,
    }
  }
  return {
    held: sql`
      left join (
        select game.map_id, ${PLAYS}
        from games as game
        where game.is_rankable and game.map_id is not null and ${isHeld(holds)}
        group by game.map_id
      ) as held on held.map_id = map.id`,
    plays: sql`(map.plays - coalesce(held.plays, 0))`,
    racers: sql`(map.racers - coalesce(held.racers, 0))`,
    raceRacers: sql`(map.race_racers - coalesce(held."raceRacers", 0))`,
    raceEliminated: sql`(map.race_eliminated - coalesce(held."raceEliminated", 0))`,
  }
}
