import type { CSSProperties, ReactNode } from 'react'
import type { OverlayOptions } from '#features/show/overlay-options.ts'
import themes from '#features/show/stage-theme.module.css'
import classes from './overlay.module.css'

interface OverlayFrameProps {
  readonly title: string
  readonly caption: string
  readonly options: OverlayOptions
  readonly children: ReactNode
}

/** At one side of the stream's picture; nothing behind it is covered. */
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
