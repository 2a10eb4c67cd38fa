import type { ReactNode } from 'react'
import classes from './embed.module.css'
import { texts } from './texts.ts'

interface EmbedFrameProps {
  readonly title: string
  readonly caption: string
  /** The path of the whole page. */
  readonly page: string
  readonly children: ReactNode
}

/** A board in a page of another site. Its one link leads to the whole page, in a tab of its own. */
export function EmbedFrame({ title, caption, page, children }: EmbedFrameProps) {
  return (
    <main className={classes.embed}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <a
            href={page}
            target="_blank"
            rel="noopener"
            aria-describedby="hint"
            className={classes.link}
          >
            <bdi>{title}</bdi>
          </a>
        </h1>
        <span id="hint" hidden>
          {texts.hint}
        </span>
        <p className={classes.caption}>{caption}</p>
      </header>
      {children}
    </main>
  )
}

/** While there is no board to show. */
export function EmbedState({ isGone }: { readonly isGone: boolean }) {
  return (
    <p role="status" className={classes.state}>
      {isGone ? texts.gone : texts.loading}
    </p>
  )
}
