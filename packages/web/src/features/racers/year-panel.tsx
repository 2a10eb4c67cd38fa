import { useMemo } from 'react'
import { formatDays, formatTime } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Panel, ScrollRegion } from '#ui/panel.tsx'
import { HeatMap } from './heat-map.tsx'
import type { RacerPageAnswer } from './queries.ts'
import pages from './racer-page.module.css'
import tables from './table.module.css'
import { texts } from './texts.ts'

const { year: words } = texts

type Year = RacerPageAnswer['year']

/** The last year at a glance, and day by day as a table. */
export function YearPanel({ year }: { readonly year: Year }) {
  const { to, endsAt, days } = year
  return (
    <Panel title={words.title}>
      <p className={pages.lead}>{words.change(formatTime(endsAt), formatDays(to))}</p>
      <HeatMap year={year} />
      {days.length > 0 && (
        <details className={tables.more}>
          <summary>{words.list}</summary>
          <DayTable days={days} />
        </details>
      )}
    </Panel>
  )
}

/** The latest day first. */
function DayTable({ days }: Pick<Year, 'days'>) {
  const latestFirst = useMemo(() => days.toReversed(), [days])
  return (
    <ScrollRegion label={words.list} className={tables.scroller}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.gamesOfDay}</th>
            <th scope="col">{words.pointsOfDay}</th>
          </tr>
        </thead>
        <tbody>
          {latestFirst.map(({ day, lastDay, games, points }) => (
            <tr key={day}>
              <th scope="row">{formatDays(day, lastDay ?? day)}</th>
              <td>{formatNumber(games > 0 ? games : null)}</td>
              <td>{formatNumber(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
