/** What an event waits for, and where its reader most likely goes next. */
import badge from '#ui/badge.module.css'
import type { MyEvents } from './queries.ts'
import { texts } from './texts.ts'

const { states } = texts

type SingleEvent = MyEvents['events'][number]
export type Todo = NonNullable<SingleEvent['todo']>

const TONES = {
  upcoming: undefined,
  collecting: 'good',
  ready: 'warning',
  revealing: 'warning',
  revealed: 'past',
  ended: 'past',
} as const

interface EventStateProps extends Pick<SingleEvent, 'participantCount' | 'resultCount'> {
  readonly todo: Todo
  /** Whether the reader may run its show. */
  readonly canRun: boolean
}

export function EventState(props: EventStateProps) {
  const { todo, canRun, participantCount = 0, resultCount = 0 } = props
  const isOthers = todo === 'ready' && !canRun
  return (
    <span className={badge.badge} data-tone={isOthers ? undefined : TONES[todo]}>
      {todo === 'collecting' && states.collecting(resultCount, participantCount)}
      {isOthers && states.waiting}
      {todo !== 'collecting' && !isOthers && states.todo[todo]}
    </span>
  )
}

/** Where the reader most likely goes next from an event; null: nowhere. */
export function nextPage(
  { todo, hasResults }: Pick<SingleEvent, 'todo' | 'hasResults'>,
  { canManage, canRun }: { readonly canManage: boolean; readonly canRun: boolean },
) {
  const seesResults = hasResults ? 'leaderboard' : null
  if (!canRun || todo === 'revealed' || todo === 'ended') {
    return seesResults
  }
  if (todo === 'ready' || todo === 'revealing') {
    return 'show'
  }
  if (todo === 'collecting' && hasResults) {
    return 'leaderboard'
  }
  return canManage ? 'manage' : seesResults
}
