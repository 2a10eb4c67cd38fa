/**
 * What viewers see of a query's `show`: its last step that is due, by the database's clock.
 * docs/decisions/061-steps-become-due.md
 */
import { type RawBuilder, sql } from 'kysely'

/** The last step that is due, as `step`; no row where there is none. */
export const dueStep = sql`(
  select * from show_steps
  where show_steps.event_id = show.event_id and show_steps.due_at <= clock_timestamp()
  order by show_steps.version desc
  limit 1
)`

const isShown = (condition: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from ${dueStep} as step where ${condition})`

/** Whether viewers see all of the event's results; a show of one streamer's board leaves the others sealed. */
export const isShowOver = isShown(sql`step.phase = 'final' and step.board_user_id is null`)

/** From the organiser's start until viewers have seen its end. */
export const isShowRunning = sql<boolean>`(
  show.phase = 'live' or ${isShown(sql`step.phase = 'live'`)}
)`
