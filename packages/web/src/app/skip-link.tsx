import classes from './skip-link.module.css'
import { texts } from './texts.ts'

/** What it leads to. */
export const MAIN = { id: 'main', tabIndex: -1 } as const

/** The first thing that the keyboard reaches: past the bar and the menu, to the page. */
export function SkipLink({ text = texts.shell.skip }: { readonly text?: string }) {
  return (
    <a href={`#${MAIN.id}`} className={classes.skip}>
      {text}
    </a>
  )
}
