import type { RaceType, Widget } from '@rollcall/contract/dashboard'
import { useId } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import classes from './stats-view.module.css'
import widgetClasses from './widget-grid.module.css'

interface WidgetGridProps {
  readonly raceType: RaceType
  readonly title: string
  readonly widgets: readonly Widget[]
}

export function WidgetGrid({ raceType, title, widgets }: WidgetGridProps) {
  const titleId = useId()
  if (widgets.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <dl className={classes[raceType]}>
        {widgets.map(({ label, value }) => (
          <div key={label} className={widgetClasses.widget} data-race-type={raceType}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
