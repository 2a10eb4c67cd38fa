/**
 * What viewers see of the query's `show`: its last due step, by the database's clock; and what a step, or the state of a
 * show, uncovers. docs/decisions/061-steps-become-due.md
 */
import type { ShowPhase } from '@rollcall/contract/show'
import type { BoardOf } from '@rollcall/contract/show-view'
import { type RawBuilder, sql } from 'kysely'

/** The last step that is due; name it `step` in the query. No row if there is none. */
export const dueStep = sql`(
  select * from show_steps
  where show_steps.event_id = show.event_id and show_steps.due_at <= clock_timestamp()
  order by show_steps.version desc
  limit 1
)`

/** Whether the query's `step` has uncovered its `row`. */
export const isUncovered = sql<boolean>`(step.is_podium_open or row.rank >= step.reached)`

/** The same of a state: rows with this rank or a higher number are uncovered; null if no rows are. */
export function uncoveredFrom({
  phase,
  reached,
  isPodiumOpen,
}: {
  phase: ShowPhase
  reached: number | null
  isPodiumOpen: boolean
}): number | null {
  if (phase === 'waiting') {
    return null
  }
  return phase === 'final' || isPodiumOpen ? 1 : reached
}

/** Whether people other than the organiser see it; they do not see a rehearsal. */
export function isForOthers<State extends { phase: ShowPhase }>(
  state: State,
): state is State & { phase: 'live' | 'final' } {
  return state.phase === 'live' || state.phase === 'final'
}

/**
 * Whether the overlay shows standings. After the event's end, or once a show has begun, they would give away the
 * winner.
 */
export function showsStandings(
  { event, settings }: { event: { endsAt: string }; settings: { isSealed: boolean } },
  overlay: { version: number },
  now: Date,
): boolean {
  return overlay.version === 0 && now < new Date(event.endsAt) && !settings.isSealed
}

const isShown = (condition: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from ${dueStep} as step where ${condition})`

/**
 * Whether viewers have seen the end of the whole event's show with the query's `step`. One of a single streamer's board
 * leaves the others sealed. While the league's table is shown, it says whether the event's own show came before.
 */
export const isEnd = sql<boolean>`coalesce(case step.board_of
  when 'event' then step.phase = 'final' and step.board_user_id is null
  else step.results_board is not null
end, false)`

/** The frozen board of the event's own results, of a `step` that `isEnd`. */
export const endBoard = sql<number | null>`coalesce(step.results_board, step.board)`

/** What viewers have seen of the show, by the query's `step`, which may be null. */
export const shownBy = sql<'waiting' | 'revealing' | 'shown'>`case
  when ${isEnd} then 'shown'
  when step.phase = 'live' then 'revealing'
  else 'waiting'
end`

/** The same of the query's `show`, which may be null. */
export const shownOfShow = sql<
  'waiting' | 'revealing' | 'shown'
>`coalesce((select ${shownBy} from ${dueStep} as step), 'waiting')`

/** Like `isEnd`, of a step that has been read. */
export const endsShow = (step: {
  phase: ShowPhase
  boardUserId: number | null
  boardOf: BoardOf
  resultsBoard: number | null
}): boolean =>
  step.boardOf === 'event'
    ? step.phase === 'final' && step.boardUserId === null
    : step.resultsBoard !== null

/** Whether viewers have seen all of the board that a step or state uncovers, which may be one streamer's. */
export const isRevealed = ({ phase }: { phase: ShowPhase }): boolean => phase === 'final'

/** Whether viewers have seen all results of the event. */
export const isShowOver = isShown(isEnd)

/** Whether viewers are watching a reveal. One that nobody ended is over after half a day. */
export const isBeingRevealed = isShown(
  sql`step.phase = 'live' and step.due_at > clock_timestamp() - interval '12 hours'`,
)

/** Whether the query's `show` has the event's own board, so that there is something to wait for. */
export const isOfEvent = sql<boolean>`(show.board_of = 'event')`

/** Whether the organiser has started the show and viewers have not yet seen its end. */
export const isShowRunning = sql<boolean>`(
  show.phase = 'live' or ${isShown(sql`step.phase = 'live'`)}
  -- Finished so soon that viewers have not even seen its start.
  or show.phase = 'final' and not ${isShown(sql`step.phase = 'final'`)}
)`
