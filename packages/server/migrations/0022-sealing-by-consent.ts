import { type Kysely, sql } from 'kysely'

/**
 * Whether each participant agreed to an event's seal, and the times whose games it holds. Events that are already
 * sealed keep the games that they hold; for later games their participants are asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

/** Until now, games were held by the event that was sealed first with this streamer, these days and these points. */
const SEALED = `
  select mine.user_id, event.id as event_id, event.created_by, event.starts_at, event.ends_at,
    greatest(show.sealed_at, mine.added_at, (
      select max(version.created_at)
      from leaderboard_configuration_versions as version
      join leaderboard_configurations as chosen on chosen.id = version.configuration_id
      where version.configuration_id = event.configuration_id and not chosen.is_default
    )) as since,
    mine.allows_pause and not (show.phase = 'final' and show.board_user_id is null) as holds
  from event_participants as mine
  join events as event on event.id = mine.event_id
  join shows as show on show.event_id = event.id
  where show.is_sealed`

const STATEMENTS = [
  'alter table event_participants rename column allows_show to allows_pause',
  `alter table event_participants
    add column seal_answer text check (seal_answer in ('agreed', 'declined')),
    add column held_times tstzmultirange not null default '{}'`,
  `update event_participants as participant set
    seal_answer = case
      when participant.user_id = event.created_by then 'agreed'
      when not participant.allows_pause then 'declined'
    end,
    held_times = case
      when participant.user_id = event.created_by
      then tstzmultirange(tstzrange(event.starts_at, event.ends_at))
      when participant.allows_pause and event.starts_at < now()
      then tstzmultirange(tstzrange(event.starts_at, least(event.ends_at, now()))) - (
        select coalesce(range_agg(tstzrange(earlier.starts_at, earlier.ends_at)), '{}')
        from (${SEALED}) as earlier
        where earlier.user_id = participant.user_id
          and earlier.holds
          and earlier.created_by <> event.created_by
          and (earlier.since, earlier.event_id) < (sealed.since, sealed.event_id)
      )
      else '{}'
    end
  from events as event
  join (${SEALED}) as sealed on sealed.event_id = event.id
  where event.id = participant.event_id and sealed.user_id = participant.user_id`,
  'alter table event_participants drop column added_at',
  'alter table shows drop column sealed_at, add column opened_at timestamptz',
]
