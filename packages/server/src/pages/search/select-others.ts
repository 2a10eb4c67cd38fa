/** Channels, maps and events by name. */
import { type RawBuilder, sql } from 'kysely'
import { OWNED_NOW } from '../../domain/people/login-owners.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../../domain/standings/channel-labels.ts'
import { isListed } from '../../domain/visibility/event-pages.ts'
import { isPublicChannel } from '../../domain/visibility/has-page.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import { foldedInSql } from '../../platform/database/folded-names.ts'
import { closestNames } from './matching.ts'
import { DISPLAY_NAME, isOtherName, type Question } from './question.ts'

/** The labels of channels that have a page, found by login and by their streamer's display name. */
export function selectChannels({ matching, holds, limit }: Question): RawBuilder<unknown> {
  const columns = sql`channel.id, channel.platform, channel.login, channel.user_id`
  const called = (from: RawBuilder<unknown>, name: RawBuilder<string>) => sql`(
    select channel.id, channel.distance
    from (${closestNames(matching, { columns, from, name })}) as channel
    where ${isAtItsAddress} and ${isPublicChannel(holds)}
    order by channel.distance, channel.id
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
  join ${OWNED_NOW} as owned on owned.user_id = other.user_id
    and owned.platform = other.platform and owned.login = other.login
  where other.platform = channel.platform and other.login = channel.login and other.id <> channel.id
)`

/** The labels of maps with a game that everybody may see. */
export function selectMaps({ matching, holds, limit }: Question): RawBuilder<unknown> {
  const name = foldedInSql(sql`map.name`, sql`map.folded`)
  return sql`
    select map.id, map.name, map.creator
    from (
      ${closestNames(matching, { columns: sql`map.id, map.name, map.creator`, from: sql`maps as map`, name })}
    ) as map
    where exists (select from games as game where game.map_id = map.id and ${isPublicGame(holds)})
    order by map.distance, map.id
    limit ${sql.lit(limit)}`
}

/** Events that their organisers have listed. */
export function selectEvents({ matching, limit }: Question): RawBuilder<unknown> {
  const name = foldedInSql(sql`event.name`, sql`event.folded`)
  return sql`
    select event.name, show.public_token as token, event.first_day as "startAt",
      event.last_day as "endAt", event.starts_at as "startsAt", event.ends_at as "endsAt"
    from (${closestNames(matching, { columns: sql`event.*`, from: sql`events as event`, name })}) as event
    join shows as show on show.event_id = event.id
    where ${isListed}
    order by event.distance, event.starts_at desc, event.id
    limit ${sql.lit(limit)}`
}
