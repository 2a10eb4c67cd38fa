import { type ComponentProps, type ReactNode, useId } from 'react'
import cards from '#ui/cards.module.css'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  readonly children: ReactNode
}

export function Panel({ title, children }: PanelProps) {
  const titleId = useId()
  return (
    <section className={`${cards.card} ${classes.panel}`} aria-labelledby={titleId}>
      <h2 id={titleId} className={`${cards.title} ${classes.title}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

interface ScrollRegionProps extends ComponentProps<'section'> {
  readonly label: string
}

/** An area with its own scroll bar, which the keyboard can reach. */
export function ScrollRegion({ label, ...rest }: ScrollRegionProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets the keyboard reach a scrolling area.
  return <section {...rest} aria-label={label} tabIndex={0} />
}
