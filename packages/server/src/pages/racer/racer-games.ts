/** Somebody's public games: what they add up to, and the latest. */
import type { RacedGame, RacerGames } from '@rollcall/contract/racers'
import { type GamesOfField, luckOf } from '@rollcall/scoring/luck'
import { type RawBuilder, sql } from 'kysely'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../../domain/standings/channel-labels.ts'
import { isOfPerson, type Person, racersOfPeople } from '../../domain/standings/person.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'

const LATEST = 10

type Field = GamesOfField & { mode: 'race' | 'royale' }
type StoredGame = Omit<RacedGame, 'finishedAt'> & { finishedAt: string }

interface Found {
  fields: Field[]
  tilt: RacerGames['tilt']
  best: StoredGame[]
  latest: StoredGame[]
}

/** @param season the current one: those after it are not shown */
export async function findRacerGames(
  context: Pick<AppContext, 'db' | 'pool'>,
  person: Person,
  { holds, season }: { holds: readonly Hold[]; season: number },
): Promise<RacerGames> {
  const question = sql`
    with mine as materialized (
      select game.id, game.channel_id, game.mode, game.finished_at, game.map_id, game.level,
        game.player_count, result.position, result.points, result.eliminated, result.kills,
        result.is_top_tiltee
      from ${racersOfPeople([person])} as owned
      join game_results as result on result.racer_id = owned.racer_id
      join games as game on game.id = result.game_id
      where result.season <= ${season} and ${isOfPerson} and ${isPublicGame(holds)}
    )
    select
      (
        select coalesce(json_agg(played), '[]')
        from (
          select mode, player_count as field, count(*) as games, sum(position) as "sumOfPlaces",
            count(*) filter (where position = 1) as "firstPlaces"
          from mine
          where mode in ('race', 'royale') and position is not null
          group by mode, player_count
        ) as played
      ) as fields,
      (
        select json_build_object('levels', count(*),
          'survived', count(*) filter (where not eliminated),
          'highest', max(level) filter (where not eliminated),
          'topTiltee', count(*) filter (where is_top_tiltee))
        from mine where mode = 'tilt'
      ) as tilt,
      (${gamesOf(sql`
        select best.*
        from (values ('race'), ('royale')) as asked (mode)
        cross join lateral (
          select * from mine
          where mine.mode = asked.mode and points is not null
          order by points desc, finished_at desc, id desc, position
          limit 1
        ) as best`)}) as best,
      (${gamesOf(sql`
        select * from mine order by finished_at desc, id desc, position limit ${LATEST}`)}) as latest`
  const { fields, tilt, best, latest } = await ask<Found>(context, question)
  const ofMode = (mode: Field['mode']) => {
    const played = fields.filter((field) => field.mode === mode)
    const bestGame = best.find((game) => game.mode === mode)
    return {
      games: played.reduce((sum, { games }) => sum + games, 0),
      best: bestGame === undefined ? null : withInstant(bestGame),
      luck: luckOf(played),
    }
  }
  return {
    race: ofMode('race'),
    royale: ofMode('royale'),
    tilt,
    latest: latest.map(withInstant),
  }
}

const withInstant = ({ finishedAt, ...game }: StoredGame): RacedGame => ({
  ...game,
  finishedAt: new Date(finishedAt).toISOString(),
})

/**
 * A few rows of `mine` with what pages show of them, newest first. If somebody played a game under two logins, it has
 * two rows, the better place first.
 */
const gamesOf = (mine: RawBuilder<unknown>) => sql`
  select coalesce(
    json_agg(found order by found."finishedAt" desc, found.id desc, found.position), '[]'
  )
  from (
    select mine.id, mine.mode, mine.finished_at as "finishedAt", ${CHANNEL_LABEL} as channel,
      ${MAP_LABEL} as map, mine.level, mine.player_count as "racerCount", mine.position,
      mine.points, mine.eliminated as "isEliminated", mine.kills,
      mine.is_top_tiltee as "isTopTiltee"
    from (${mine}) as mine
    join channels as channel on channel.id = mine.channel_id
    ${JOIN_STREAMER}
    left join maps as map on map.id = mine.map_id
  ) as found`
