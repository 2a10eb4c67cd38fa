import { type RawBuilder, sql } from 'kysely'

const COUNTING = sql`
  from leaderboard_configuration_versions as version
  join leaderboard_configurations as chosen on chosen.id = version.configuration_id
  where version.configuration_id = event.configuration_id
    and (
      not chosen.is_default
      or version.created_at < event.ends_at
      or version.version <= event.configuration_version
    )
  order by version.version desc
  limit 1`

/**
 * The version of a configuration that counts for the `event` in the query: the latest one. For a default configuration,
 * it is the version that was the latest when the event ended, or when the configuration was chosen if that was later.
 * Pass it to `readConfiguration`.
 */
export const countingConfiguration = sql<unknown>`(
  select version.config ${COUNTING}
)`

/** The number of that version. */
export const countingVersion = sql<number>`(
  select version.version ${COUNTING}
)`

/** Whether the configuration counts the mode of the `game` in the query. */
export const isCountedMode = sql<boolean>`(
  ${countingConfiguration} -> 'gameModes' ->> case game.mode
    when 'race' then 'racing'
    when 'royale' then 'battleRoyale'
    else 'tilted'
  end
)::boolean`

/** Whether the `game` in the query counts for its `event`. */
export const countsInEvent = sql<boolean>`(
  game.finished_at >= event.starts_at
  and game.finished_at < event.ends_at
  and ${isCountedMode}
  and case when event.prescription is null then game.is_rankable
    else ${isPrescribed(sql`event.id`)} end
)`

/** Whether the `game` in the query counts in an event that prescribes its games. */
export function isPrescribed(eventId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from prescribed_games as decided
    where decided.event_id = ${eventId} and decided.game_id = game.id and decided.refusal is null
  )`
}
