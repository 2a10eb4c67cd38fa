import type { SeasonSpan } from '@rollcall/contract/seasons'
import { useState } from 'react'
import cards from '#ui/cards.module.css'
import { part } from '#ui/part.tsx'
import type { LeaderboardView } from './leaderboard-view.ts'
import classes from './season-board.module.css'
import { texts } from './texts.ts'

const TakeAway = part(async () => (await import('./take-away.tsx')).TakeAway)

interface TakeAwayPanelProps {
  /** What it shows of the season's board, or the week or month whose board it is. */
  readonly board: LeaderboardView | SeasonSpan
  readonly season: number
}

/** What to share of the board, and the board as a file; loaded when somebody wants it. */
export function TakeAwayPanel(props: TakeAwayPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isOfDays = typeof props.board === 'string'
  return (
    <details
      className={isOfDays ? classes.takeAwayInside : `${cards.card} ${classes.takeAway}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{isOfDays ? texts.takeAwayDays : texts.takeAway}</summary>
      {isOpen && <TakeAway {...props} />}
    </details>
  )
}
