/**
 * Checks what is stored twice: names, the current season, listed seasons, versions of configurations, and no game.
 */
import { sql } from 'kysely'
import type { Check } from './compare.ts'

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
    union all
    select format('The upload %s is by user %s, but came with the key of a companion of user %s.',
      upload.id, upload.user_id, companion.user_id)
    from uploads as upload
    join companions as companion on companion.id = upload.companion_id
    where companion.user_id is distinct from upload.user_id
    union all
    select format('The code %s was confirmed by user %s, but its companion is of user %s or has another key.',
      code.user_code, code.answered_by, companion.user_id)
    from companion_codes as code
    join companions as companion on companion.id = code.companion_id
    where (companion.user_id, companion.key_hash) <> (code.answered_by, code.key_hash)
    order by sentence`.execute(db)
  for (const { sentence } of differences) {
    differ(sentence)
  }
  const { rows } = await sql<{ channels: number; users: number }>`
    select (select count(*) from channels) as channels,
      (select count(*) from users) as users`.execute(db)
  return { channels: rows[0]?.channels ?? 0, users: rows[0]?.users ?? 0 }
}

export const checkSettings: Check = async (db, differ) => {
  const { rows: differences } = await sql<{ sentence: string }>`
    with latest as (
      select distinct on (configuration_id) configuration_id, version, config,
        count(*) over (partition by configuration_id) as versions
      from leaderboard_configuration_versions
      order by configuration_id, version desc
    )
    select format('The current season is %s in the settings, but the last to begin was %s.',
      setting.value, start.season) as sentence
    from settings as setting
    left join (select season from season_starts order by id desc limit 1) as start on true
    where setting.key = 'season' and setting.value is distinct from start.season::text
    union all
    select format('Season %s has been played but is not listed.', season)
    from (
      select season from channel_seasons union select season from games
      union select season from season_starts
    ) as played
    where not exists (select from seasons where number = played.season)
    union all
    select format('The leaderboard configuration %s is %s in version %s, but its latest is %s in version %s.',
      configuration.id, configuration.name, configuration.version, latest.config ->> 'name',
      latest.version)
    from leaderboard_configurations as configuration
    left join latest on latest.configuration_id = configuration.id
    where (configuration.name, configuration.version)
      is distinct from (latest.config ->> 'name', latest.version)
    union all
    select format('The leaderboard configuration %s has %s versions where %s were made.',
      configuration_id, versions, version)
    from latest where versions <> version
    union all
    select format('The event %s uses version %s of its configuration, which does not exist.',
      event.name, event.configuration_version)
    from events as event
    where not exists (
      select from leaderboard_configuration_versions as version
      where version.configuration_id = event.configuration_id
        and version.version = event.configuration_version
    )
    order by sentence`.execute(db)
  for (const { sentence } of differences) {
    differ(sentence)
  }
  const { rows } = await sql<{ configurations: number; seasons: number }>`
    select (select count(*) from leaderboard_configurations) as configurations,
      (select count(*) from seasons) as seasons`.execute(db)
  return { configurations: rows[0]?.configurations ?? 0, seasons: rows[0]?.seasons ?? 0 }
}

/** Two legacy games that finished at nearly the same time are one: docs/formats.md, Which game is the same. */
export const checkEqualGames: Check = async (db, differ) => {
  const { rows: differences } = await sql<{ sentence: string }>`
    select format('The %s %s of %s is stored a second time as %s.', game.mode, game.game_key,
      channel.name, other.game_key) as sentence
    from games as game
    join games as other on other.channel_id = game.channel_id and other.id > game.id
      and other.mode = game.mode and other.content_hash = game.content_hash
      and other.file_kind = 'legacy file'
      and other.summary_hash is not distinct from game.summary_hash
      and other.given_finish - game.given_finish between interval '-10 minutes' and '10 minutes'
    join channels as channel on channel.id = game.channel_id
    where game.file_kind = 'legacy file'
    order by sentence`.execute(db)
  for (const { sentence } of differences) {
    differ(sentence)
  }
  return {}
}
