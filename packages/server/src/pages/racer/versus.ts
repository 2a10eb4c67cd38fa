/** Compares two racers by the public games that both played. */
import type { Versus } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import { playedBy } from '../../domain/boards/racer-sums.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../../domain/standings/channel-labels.ts'
import { isOfPersonAs, type Person, racersOfPeople } from '../../domain/standings/person.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'
import { resultsOf } from './results-of-people.ts'

const LATEST = 10

interface Params {
  racer: Person
  other: Person
  holds: readonly Hold[]
  /** The current one: those after it are not shown. */
  season: number
}

/** Without names, which are looked up for each answer. */
export async function compareTwo(
  context: Pick<AppContext, 'db' | 'pool'>,
  asked: Params,
): Promise<Omit<Versus, 'racer' | 'other'>> {
  return {
    ...(await findMeetings(context, asked)),
    points: await findSharedPoints(context, asked),
  }
}

/**
 * As `met` the games in which both have a position, with both positions. Somebody who was in a game under two logins has
 * the better one. The results are materialized, or PostgreSQL would look for the other's in every game of the racer.
 */
const metGames = ({ racer, other, holds, season }: Params) => sql`
  mine as materialized (${resultsOf([racer], season)}),
  theirs as materialized (${resultsOf([other], season)}),
  met as materialized (
    select game.id, game.channel_id, game.season, game.mode, game.finished_at, game.level,
      game.map_id, game.player_count, min(mine.position) as position,
      min(theirs.position) as other_position
    from mine
    join theirs on theirs.game_id = mine.game_id
    join games as game on game.id = mine.game_id
    where ${isPublicGame(holds)} and ${isOfPersonAs('mine')} and ${isOfPersonAs('theirs')}
    group by game.channel_id, game.season, game.id
  )`

type StoredMeeting = Omit<Versus['latest'][number], 'finishedAt'> & { finishedAt: string }

async function findMeetings(
  context: Pick<AppContext, 'db' | 'pool'>,
  asked: Params,
): Promise<Pick<Versus, 'meetings' | 'latest'>> {
  const question = sql`
    with ${metGames(asked)}
    select
      (
        select coalesce(json_agg(found order by found.season desc, found.games desc, found.mode), '[]')
        from (
          select met.mode, met.season, ${CHANNEL_LABEL} as channel, met.games, met.ahead, met.behind
          from (
            select mode, season, channel_id, count(*) as games,
              count(*) filter (where position < other_position) as ahead,
              count(*) filter (where position > other_position) as behind
            from met group by mode, season, channel_id
          ) as met
          join channels as channel on channel.id = met.channel_id
          ${JOIN_STREAMER}
        ) as found
      ) as meetings,
      (
        select coalesce(json_agg(found order by found."finishedAt" desc, found.id desc), '[]')
        from (
          select met.id, met.mode, met.finished_at as "finishedAt", ${CHANNEL_LABEL} as channel,
            ${MAP_LABEL} as map, met.level, met.player_count as "racerCount", met.position,
            met.other_position as "otherPosition"
          from (select * from met order by finished_at desc, id desc limit ${LATEST}) as met
          join channels as channel on channel.id = met.channel_id
          ${JOIN_STREAMER}
          left join maps as map on map.id = met.map_id
        ) as found
      ) as latest`
  const { meetings, latest } = await ask<Pick<Versus, 'meetings'> & { latest: StoredMeeting[] }>(
    context,
    question,
  )
  return {
    meetings,
    latest: latest.map(({ finishedAt, ...game }) => ({
      ...game,
      finishedAt: new Date(finishedAt).toISOString(),
    })),
  }
}

/** Newest season first, the channels with most points of both first. */
async function findSharedPoints(
  context: Pick<AppContext, 'db' | 'pool'>,
  { racer, other }: Params,
): Promise<Versus['points']> {
  const pointsOf = (person: Person) => sql`
    ${playedBy(racersOfPeople([person]))}
    select season, channel_id, points from played where points is not null`
  const question = sql`
    with mine as (${pointsOf(racer)}), theirs as (${pointsOf(other)})
    select coalesce(
      json_agg(found order by found.season desc, found.racer + found.other desc), '[]'
    ) as points
    from (
      select mine.season, ${CHANNEL_LABEL} as channel, mine.points as racer, theirs.points as other
      from mine join theirs using (season, channel_id)
      join channels as channel on channel.id = mine.channel_id
      ${JOIN_STREAMER}
    ) as found`
  const { points } = await ask<Pick<Versus, 'points'>>(context, question)
  return points
}
