import type { Badge } from '@rollcall/contract/badges'
import type { BadgeFacts, BadgeKey } from '@rollcall/scoring/badges'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../standings/channel-labels.ts'
import type { Person } from '../standings/person.ts'
import { isListed } from '../visibility/event-pages.ts'
import { findHolds, isPublicGame } from '../visibility/public-games.ts'
import { isShowOver } from '../visibility/shown-step.ts'
import { ownerOf } from './owners.ts'

interface StoredBadge extends Pick<Badge, 'game' | 'channel' | 'event' | 'league'> {
  key: BadgeKey
  facts: BadgeFacts
  team: string | null
  givenAt: Date
}

/**
 * Somebody's badges, newest first. Leaves out what is not public at the moment, whatever has been stored: a held or
 * removed game, an event that is not listed, a league without a public page.
 */
export async function listBadges(db: Db, person: Person, { now }: { now: Date }): Promise<Badge[]> {
  const { userId, racerId } = ownerOf(person)
  const holds = await findHolds(db, now)
  const { rows } = await sql<StoredBadge>`
    select badge.key, badge.facts, badge.given_at as "givenAt", game.game, titled.channel,
      case when show.event_id is not null then
        json_build_object('name', event.name, 'token', show.public_token)
      end as event,
      case when league.id is not null then
        json_build_object('name', league.name, 'token', league.public_token)
      end as league, team.name as team
    from racer_badges as badge
    left join lateral (
      select json_build_object('id', game.id, 'mode', game.mode, 'finishedAt', game.finished_at,
        'channel', ${CHANNEL_LABEL}, 'map', ${MAP_LABEL}) as game
      from games as game
      join channels as channel on channel.id = game.channel_id
      ${JOIN_STREAMER}
      left join maps as map on map.id = game.map_id
      where game.id = badge.game_id and ${isPublicGame(holds)}
    ) as game on true
    left join lateral (
      select ${CHANNEL_LABEL} as channel
      from channels as channel ${JOIN_STREAMER}
      where channel.id = (badge.facts ->> 'channelId')::integer
    ) as titled on true
    left join shows as show
      on show.event_id = (badge.facts ->> 'eventId')::integer
      and ${isListed} and ${isShowOver}
    left join events as event on event.id = show.event_id
    left join event_series as league on league.id = (badge.facts ->> 'seriesId')::integer
      and league.public_token is not null and league.league_rules is not null
      and league.finished_at is not null
    left join teams as team on team.id = (badge.facts ->> 'teamId')::integer
    where (badge.user_id = ${userId}::integer or badge.racer_id = ${racerId}::integer)
      and badge.taken_back_at is null
      and (badge.game_id is null or game.game is not null)
      and (badge.key <> 'event-winner' or show.event_id is not null)
      and (badge.key <> 'league-champion' or league.id is not null)
      and (badge.facts ->> 'teamId' is null or team.id is not null)
      and (badge.facts ->> 'channelId' is null or titled.channel is not null)
    order by badge.given_at desc, badge.key, badge.subject`.execute(db)
  return rows.map(({ key, facts, givenAt, game, channel, event, league, team }) => ({
    key,
    givenAt: givenAt.toISOString(),
    game: game && { ...game, finishedAt: new Date(game.finishedAt).toISOString() },
    ...(facts.field !== undefined && { field: facts.field }),
    ...(facts.kills !== undefined && { kills: facts.kills }),
    ...(facts.firstDay !== undefined && { firstDay: facts.firstDay }),
    ...(facts.season !== undefined && { season: facts.season }),
    ...(facts.column !== undefined && { column: facts.column }),
    ...(channel && { channel }),
    ...(facts.value !== undefined && { value: facts.value }),
    ...(event && { event }),
    ...(league && { league }),
    ...(team !== null && { team }),
    ...(facts.timeUs !== undefined && { seconds: facts.timeUs / 1_000_000 }),
  }))
}
