import { useMemo } from 'react'
import { formatDays, formatMonth, formatWeekday } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import classes from './heat-map.module.css'
import { type HeatDay, heatWeeks, LEVELS, monthBegun } from './heat-weeks.ts'
import type { RacerPageAnswer } from './queries.ts'
import { texts } from './texts.ts'

const { year: words } = texts

type Year = RacerPageAnswer['year']
type Weeks = ReturnType<typeof heatWeeks>

/** Some Monday, Wednesday and Friday, by their row. */
const NAMED_ROWS = [
  [1, '2026-09-07'],
  [3, '2026-09-09'],
  [5, '2026-09-11'],
] as const

/**
 * Each day's points as a colour. A picture for the eye, with each day in its tooltip; the table below it says the same
 * to everybody. On narrow screens the two halves of the year are below each other, so that a day can still be seen.
 */
export function HeatMap({ year }: { readonly year: Year }) {
  const weeks = useMemo(() => heatWeeks(year), [year])
  const middle = Math.ceil(weeks.length / 2)
  return (
    <>
      <div
        role="img"
        aria-label={words.map(words.played(year.days.length))}
        className={classes.halves}
      >
        <Half weeks={weeks.slice(0, middle)} />
        <Half weeks={weeks.slice(middle)} />
      </div>
      <Legend
        hasSpread={year.days.some(({ lastDay }) => lastDay !== null)}
        hasHeld={year.heldDays !== undefined}
        days={year.days.length}
      />
    </>
  )
}

function Half({ weeks }: { readonly weeks: Weeks }) {
  return (
    <div className={classes.half}>
      {NAMED_ROWS.map(([row, day]) => (
        <span key={day} className={classes.weekday} style={{ gridRow: row + 1 }}>
          {formatWeekday(day)}
        </span>
      ))}
      {weeks.map((week, column) => {
        const month = monthBegun(week)
        return (
          month !== null && (
            <span key={month} className={classes.month} style={{ gridColumn: column + 2 }}>
              {formatMonth(month)}
            </span>
          )
        )
      })}
      {weeks.flatMap((week, column) =>
        week.map(
          (each, row) =>
            each && (
              <Cell
                key={each.day}
                day={each}
                style={{ gridColumn: column + 2, gridRow: row + 2 }}
              />
            ),
        ),
      )}
    </div>
  )
}

interface CellProps {
  readonly day: HeatDay
  readonly style: { readonly gridColumn: number; readonly gridRow: number }
}

function Cell({ day: { day, level, played, isHeld }, style }: CellProps) {
  const what = whatOf(played)
  return (
    <span
      className={classes.day}
      data-level={level}
      data-spread={played?.lastDay ? true : undefined}
      data-held={isHeld || undefined}
      title={words.onDay(
        formatDays(played?.day ?? day, played?.lastDay ?? day),
        !isHeld ? what : played === null ? words.held : words.heldBeside(what),
      )}
      style={style}
    />
  )
}

function whatOf(played: HeatDay['played']): string {
  if (played === null) return words.nothing
  const points = words.points(played.points)
  return played.games > 0 ? words.games(points, played.games) : points
}

interface LegendProps {
  readonly days: number
  readonly hasSpread: boolean
  readonly hasHeld: boolean
}

function Legend({ days, hasSpread, hasHeld }: LegendProps) {
  return (
    <Row as="p" gap="xs/lg" justify="space-between" className={classes.legend}>
      <strong>{words.played(days)}</strong>
      <span className={classes.scale}>
        {words.less}
        {LEVELS.map((level) => (
          <span key={level} className={classes.day} data-level={level} aria-hidden="true" />
        ))}
        {words.more}
      </span>
      {hasSpread && (
        <span className={classes.scale}>
          <span className={classes.day} data-level={3} data-spread aria-hidden="true" />
          {words.perhaps}
        </span>
      )}
      {hasHeld && (
        <span className={classes.scale}>
          <span className={classes.day} data-level={0} data-held aria-hidden="true" />
          {words.held}
        </span>
      )}
    </Row>
  )
}
