/** Compares two racers by the public games that both played. */
import type { Versus } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { ask } from '../../database/ask.ts'
import { playedBy } from '../dashboard/queries.ts'
import type { Hold } from '../events/held-games.ts'
import { isPublicGame } from '../events/public-games.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../standings/channel-labels.ts'
import { isOfPersonAs, type Person, racersOfPeople } from '../standings/person.ts'
import { headsOf } from './racer-heads.ts'
import { resultsOf } from './results-of-people.ts'

const LATEST = 10

interface Asked {
  racer: Person
  other: Person
  /** Who sees their own name although it is hidden. */
  viewerId: number | null
  holds: readonly Hold[]
  /** The current one: those after it are not shown. */
  season: number
}

export async function compareTwo(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  asked: Asked,
): Promise<Versus> {
  const [racer, other] = await headsOf(db, [asked.racer, asked.other], asked.viewerId)
  if (racer === undefined || other === undefined) {
    throw new Error('a racer without a name')
  }
  return {
    racer,
    other,
    ...(await findMeetings({ db, pool }, asked)),
    points: await findSharedPoints({ db, pool }, asked),
  }
}

/**
 * As `met` the games in which both have a position, with both positions. Somebody who was in a game under two logins has
 * the better one. The results are materialized, or PostgreSQL would look for the other's in every game of the racer.
 */
const metGames = ({ racer, other, holds, season }: Asked) => sql`
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
  asked: Asked,
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
  { racer, other }: Asked,
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
