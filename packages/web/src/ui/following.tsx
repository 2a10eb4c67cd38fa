import type { ReactNode } from 'react'
import classes from './following.module.css'

interface FollowingProps {
  /** What is above, or in it, has not loaded, and would move it. */
  readonly isWaiting: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * What follows a part of unknown height. It loads at the same time, and is shown once it can stay where it is. Browsers
 * count a box around it as moved even while all that is in it is hidden, so it needs one of its own.
 */
export function Following({ isWaiting, className = '', children }: FollowingProps) {
  return (
    <div className={`${classes.following} ${className}`} data-waiting={isWaiting || undefined}>
      {children}
    </div>
  )
}
