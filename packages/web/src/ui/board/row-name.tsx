import { MASKED_NAME } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { ForeignName } from '#ui/person.tsx'
import { texts } from '#ui/texts.ts'
import classes from './ranked-row.module.css'

interface RowNameProps {
  /** A marble, or a picture. */
  readonly picture: ReactNode
  /** null: hidden. */
  readonly name: string | null
  /** Makes a link of the name. */
  readonly link?: ((name: ReactNode) => ReactNode) | undefined
}

/** The name of a row's racer, on any board; a hidden row keeps the name masked. */
export function RowName({ picture, name, link = (shown) => shown }: RowNameProps) {
  return (
    <span className={classes.who}>
      {picture}
      <span className={classes.name}>
        {name === null ? (
          <>
            <span className={classes.mask} aria-hidden="true">
              {MASKED_NAME}
            </span>
            <span className={classes.unseen}>{texts.board.hidden}</span>
          </>
        ) : (
          <span className={classes.veil}>{link(<ForeignName>{name}</ForeignName>)}</span>
        )}
      </span>
    </span>
  )
}
