/**
 * What viewers see of the query's `show`: its last due step, by the database's clock.
 * docs/decisions/061-steps-become-due.md
 */
import { type RawBuilder, sql } from 'kysely'

/** The last step that is due; name it `step` in the query. No row if there is none. */
export const dueStep = sql`(
  select * from show_steps
  where show_steps.event_id = show.event_id and show_steps.due_at <= clock_timestamp()
  order by show_steps.version desc
  limit 1
)`

const isShown = (condition: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from ${dueStep} as step where ${condition})`

/** Whether the query's `step` ends the show of the whole event. One of a single streamer's board leaves the others sealed. */
export const isEnd = sql<boolean>`coalesce(step.phase = 'final' and step.board_user_id is null, false)`

/** Whether viewers have seen all results of the event. */
export const isShowOver = isShown(isEnd)

/** Whether viewers are watching a reveal. One that nobody ended is over after half a day. */
export const isBeingRevealed = isShown(
  sql`step.phase = 'live' and step.due_at > clock_timestamp() - interval '12 hours'`,
)

/** Whether the organiser has started the show and viewers have not yet seen its end. */
export const isShowRunning = sql<boolean>`(
  show.phase = 'live' or ${isShown(sql`step.phase = 'live'`)}
  -- Finished so soon that viewers have not even seen its start.
  or show.phase = 'final' and not ${isShown(sql`step.phase = 'final'`)}
)`
