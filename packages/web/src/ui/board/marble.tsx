import { type MarbleShape, marbleLook, marbleShapes } from '@rollcall/scoring/marble'
import { createElement, memo, type ReactNode, useId } from 'react'
import classes from './marble.module.css'

interface MarbleProps {
  /** The `racer_name`, even if another name is shown. */
  readonly name: string
  /** The name colour, RRGGBBAA; if absent, the marble's colour is derived from the name. */
  readonly color?: string | undefined
  /** 28 in rows, 96 in the limelight, 200 on the podium. */
  readonly sizePx: number
}

/** From this size on, the light on the glass is drawn; on a smaller marble nobody would see it. */
const MIN_LIT_PX = 48

/** A racer's marble; it has no text alternative, because their name is beside it. */
export const Marble = memo(function Marble({ name, color, sizePx }: MarbleProps) {
  const id = useId()
  const shapes = marbleShapes(marbleLook(name, color), sizePx >= MIN_LIT_PX ? id : null)
  return (
    <svg
      viewBox="0 0 64 64"
      width={sizePx}
      height={sizePx}
      className={classes.marble}
      aria-hidden="true"
    >
      {shapes.map(draw)}
    </svg>
  )
})

function draw({ type, attributes, children }: MarbleShape, key: number): ReactNode {
  return createElement(type, { ...attributes, key }, ...children.map(draw))
}
