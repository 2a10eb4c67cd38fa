/** Channels, maps and events by name. */
import { type RawBuilder, sql } from 'kysely'
import { isPublicChannel } from '../channels/find-channel.ts'
import { isPublicGame } from '../events/public-games.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { DISPLAY_NAME, isOtherName, type Question } from './question.ts'

/** The labels of channels that have a page, found by login and by their streamer's display name. */
export function selectChannels({ matching, holds, limit }: Question): RawBuilder<unknown> {
  const called = (from: RawBuilder<unknown>, name: RawBuilder<string>) => sql`(
    select channel.id, ${matching.distance(name)} as distance
    from ${from}
    where ${matching.isMatch(name)} and ${isAtItsAddress} and ${isPublicChannel(holds)}
    order by distance, channel.id
    limit ${sql.lit(limit)}
  )`
  const owned = sql`
    channels as channel join users as owner on owner.id = channel.user_id and ${isOtherName}`
  return sql`
    select label.*
    from (
      select id, min(distance) as distance
      from (
        ${called(sql`channels as channel`, sql`channel.login`)}
        union all
        ${called(owned, DISPLAY_NAME)}
      ) as called
      group by id
    ) as found
    join channels as channel on channel.id = found.id
    ${JOIN_STREAMER}
    cross join lateral json_to_record(${CHANNEL_LABEL})
      as label (platform text, login text, name text, "profileImageUrl" text)
    order by found.distance, channel.login collate "C", channel.id
    limit ${sql.lit(limit)}`
}

/**
 * Whether the query's `channel` is not that of an earlier owner of its login, whose address leads to another channel.
 */
const isAtItsAddress = sql<boolean>`not exists (
  select from channels as other
  join login_periods as period on period.user_id = other.user_id
    and period.platform = other.platform and period.login = other.login and period.ended_at is null
  where other.platform = channel.platform and other.login = channel.login and other.id <> channel.id
)`

/** The labels of maps with a game that everybody may see. */
export function selectMaps({ matching, holds, limit }: Question): RawBuilder<unknown> {
  const name = sql<string>`lower(normalize(map.name))`
  return sql`
    select map.id, map.name, map.creator
    from maps as map
    where ${matching.isMatch(name)} and exists (
      select from games as game where game.map_id = map.id and ${isPublicGame(holds)}
    )
    order by ${matching.distance(name)}, map.id
    limit ${sql.lit(limit)}`
}

/** Events that their organisers have listed. */
export function selectEvents({ matching, limit }: Question): RawBuilder<unknown> {
  const name = sql<string>`lower(normalize(event.name))`
  return sql`
    select event.name, show.public_token as token, event.first_day as "startAt",
      event.last_day as "endAt", event.starts_at as "startsAt", event.ends_at as "endsAt"
    from events as event
    join shows as show on show.event_id = event.id
    where ${matching.isMatch(name)} and show.is_public and show.is_listed
      and show.public_token is not null
    order by ${matching.distance(name)}, event.starts_at desc, event.id
    limit ${sql.lit(limit)}`
}
