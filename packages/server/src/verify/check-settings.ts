/** What is written down twice: the current season, the seasons there are, versions of configurations. */
import { sql } from 'kysely'
import type { Check } from './check.ts'

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
    select format('The event %s counts by version %s of its configuration, which there is not.',
      event.name, event.configuration_version)
    from events as event
    where not exists (
      select from leaderboard_configuration_versions as version
      where version.configuration_id = event.configuration_id
        and version.version = event.configuration_version
    )
    order by sentence`.execute(db)
  for (const { sentence } of differences) differ(sentence)
  const { rows } = await sql<{ configurations: number; seasons: number }>`
    select (select count(*) from leaderboard_configurations) as configurations,
      (select count(*) from seasons) as seasons`.execute(db)
  return { configurations: rows[0]?.configurations ?? 0, seasons: rows[0]?.seasons ?? 0 }
}
