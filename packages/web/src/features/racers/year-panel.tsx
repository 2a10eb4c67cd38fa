import { dayAfter } from '@rollcall/scoring/streaks'
import { type CSSProperties, useMemo } from 'react'
import { Chart } from '#ui/chart.tsx'
import type { ChartContent } from '#ui/chart-content.ts'
import { formatDays, formatTime } from '#ui/format-instant.ts'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Table } from '#ui/layout/table.tsx'
import { Panel, ScrollRegion } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { texts as shared } from '#ui/texts.ts'
import { HeatMap } from './heat-map.tsx'
import type { RacerPageAnswer } from './queries.ts'
import pages from './racer-page.module.css'
import tables from './table.module.css'
import { texts } from './texts.ts'

const { year: words } = texts

type Year = RacerPageAnswer['year']

/** The last year at a glance, and day by day as a table. */
export function YearPanel({ year }: { readonly year: Year }) {
  const { to, endsAt, days, heldDays = [] } = year
  return (
    <Panel title={words.title}>
      <p className={pages.lead}>{words.change(formatTime(endsAt), formatDays(to))}</p>
      <HeatMap year={year} />
      {heldDays.length > 0 && (
        <p className={pages.lead}>{shared.board.held.afterShow(namedDays(heldDays))}</p>
      )}
      {days.length > 0 && (
        <details className={tables.more}>
          <summary>{words.list}</summary>
          <DayTable days={days} />
        </details>
      )}
    </Panel>
  )
}

type NoDaysPanelProps = Pick<RacerPageAnswer, 'seasons' | 'bestRank'>

/** What is known where no day of the last year is, and why no day is. */
export function NoDaysPanel({ seasons, bestRank }: NoDaysPanelProps) {
  const content = useMemo((): ChartContent => {
    const points = seasons.map((each) => each.points)
    return {
      title: words.seasons,
      kind: 'bar',
      labels: seasons.map(({ season }) => seasonName(season)),
      datasets: [{ label: words.pointsOfDay, data: points }],
    }
  }, [seasons])
  if (seasons.length === 0) return null
  return (
    <Panel title={words.seasons}>
      {/* Somebody who has had a rank has days, but none in the last year. */}
      <p className={pages.lead}>{bestRank === null ? words.undated : words.none}</p>
      <div className={pages.chart} style={{ '--seasons': seasons.length } as CSSProperties}>
        <Chart content={content} />
      </div>
    </Panel>
  )
}

/** Days that follow each other as one range. */
function namedDays(days: readonly string[]): string {
  const ranges: [string, string][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last !== undefined && dayAfter(last[1], 1) === day) last[1] = day
    else ranges.push([day, day])
  }
  return formatList(ranges.map(([first, last]) => formatDays(first, last)))
}

/** The latest day first. */
function DayTable({ days }: Pick<Year, 'days'>) {
  const latestFirst = useMemo(() => days.toReversed(), [days])
  return (
    <ScrollRegion label={words.list} className={tables.scroller}>
      <Table className={tables.table}>
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
      </Table>
    </ScrollRegion>
  )
}
