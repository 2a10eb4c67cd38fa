import { type Kysely, sql } from 'kysely'

/**
 * Whether each participant agreed to an event's seal, and when the games finished that it holds. Events that are
 * sealed already keep what they hold; for later games their participants are asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table event_participants rename column allows_show to allows_pause',
  'alter table event_participants drop column added_at',
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
      then tstzmultirange(tstzrange(event.starts_at, least(event.ends_at, now())))
      else '{}'
    end
  from events as event
  join shows as show on show.event_id = event.id
  where event.id = participant.event_id and show.is_sealed`,
  'alter table shows drop column sealed_at',
]
