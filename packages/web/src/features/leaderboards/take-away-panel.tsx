import { lazy, Suspense, useState } from 'react'
import cards from '#ui/cards.module.css'
import type { LeaderboardView } from './leaderboard-view.ts'
import classes from './season-board.module.css'
import { texts } from './texts.ts'

const TakeAway = lazy(async () => ({ default: (await import('./take-away.tsx')).TakeAway }))

interface TakeAwayPanelProps {
  readonly view: LeaderboardView
  readonly season: number
}

/** What to share of the board, and the board as a file; loaded when somebody wants it. */
export function TakeAwayPanel(props: TakeAwayPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={`${cards.card} ${classes.wayOn}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{texts.takeAway}</summary>
      <Suspense>{isOpen && <TakeAway {...props} />}</Suspense>
    </details>
  )
}
