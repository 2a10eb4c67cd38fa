import type { ReactNode } from 'react'
import { lookOf } from '#features/show/overlays/overlay-look.ts'
import type { OverlayOptions } from '#features/show/overlays/overlay-options.ts'
import themes from '#features/show/stage/stage-theme.module.css'
import classes from './overlay.module.css'

interface OverlayFrameProps {
  readonly title: string
  readonly caption: string
  readonly options: OverlayOptions
  readonly children: ReactNode
}

/** Sits at one side of the stream's picture and is transparent. */
export function OverlayFrame({ title, caption, options, children }: OverlayFrameProps) {
  const { style, hasShadow } = lookOf(options)
  return (
    <main
      className={`${themes[options.theme]} ${classes.frame}`}
      data-side={options.side}
      data-shadow={hasShadow || undefined}
      style={style}
    >
      <header className={classes.head}>
        <h1 className={classes.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={classes.caption}>{caption}</p>
      </header>
      {children}
    </main>
  )
}
