/** Names that stand in two places: a channel's is its streamer's, an owned login its owner's. */
import { sql } from 'kysely'
import type { Check } from './check.ts'

export const checkNames: Check = async (db, differ) => {
  const { rows: differences } = await sql<{ sentence: string }>`
    select format('The channel %s is named %s (%s), but its streamer %s (%s).',
      channel.id, channel.name, channel.login, streamer.username, streamer.login) as sentence
    from channels as channel
    join users as streamer on streamer.id = channel.user_id
    where (channel.platform, channel.name, channel.login)
      <> (streamer.platform, streamer.username, streamer.login)
    union all
    select format('The login %s is owned by %s, who signed in as %s last.',
      period.login, owner.username, owner.login)
    from login_periods as period
    join users as owner on owner.id = period.user_id
    where period.ended_at is null
      and (period.platform, period.login) <> (owner.platform, owner.login)
    union all
    select format('The login %s is owned by two people in season %s.', one.login,
      greatest(one.first_season, other.first_season, 1))
    from login_periods as one
    join login_periods as other
      on other.platform = one.platform and other.login = one.login and other.id > one.id
    where coalesce(one.first_season, 0) <= coalesce(other.last_season, 2147483647)
      and coalesce(other.first_season, 0) <= coalesce(one.last_season, 2147483647)
      and coalesce(one.first_season, 0) <= coalesce(one.last_season, 2147483647)
      and coalesce(other.first_season, 0) <= coalesce(other.last_season, 2147483647)
    order by sentence`.execute(db)
  for (const { sentence } of differences) differ(sentence)
  const { rows } = await sql<{ channels: number; users: number }>`
    select (select count(*) from channels) as channels,
      (select count(*) from users) as users`.execute(db)
  return { channels: rows[0]?.channels ?? 0, users: rows[0]?.users ?? 0 }
}
