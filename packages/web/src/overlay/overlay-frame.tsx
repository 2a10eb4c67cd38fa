import type { CSSProperties, ReactNode } from 'react'
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
  return (
    <main
      className={`${themes[options.theme]} ${classes.frame}`}
      data-side={options.side}
      style={{ '--scale': options.scale / 100 } as CSSProperties}
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
