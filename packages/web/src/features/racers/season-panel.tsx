import { dayAfter } from '@rollcall/scoring/streaks'
import { useMemo } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Chart } from '#ui/chart.tsx'
import type { ChartContent } from '#ui/chart-content.ts'
import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import type { SeasonProgress } from './queries.ts'
import { type SeasonCurve, seasonCurve } from './season-curve.ts'
import classes from './season-panel.module.css'
import { texts } from './texts.ts'

const { progress: words } = texts

interface SeasonPanelProps {
  readonly progress: readonly SeasonProgress[]
  /** YYYY-MM-DD. */
  readonly today: string
}

/** The points so far in the current season, beside the one before, and what the curve leaves out. */
export function SeasonPanel({ progress, today }: SeasonPanelProps) {
  const curve = useMemo(() => seasonCurve(progress, today), [progress, today])
  const content = useMemo(() => chartContent(curve), [curve])
  const notes = notesOn(progress, curve)
  return (
    <Panel title={words.title}>
      {curve.comparison && <Compared comparison={curve.comparison} />}
      {curve.lines.length === 0 ? <p>{words.none}</p> : <Chart content={content} />}
      {notes.length > 0 && (
        <ul className={`${classes.notes} ${layout.note}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Compared({ comparison }: { readonly comparison: NonNullable<SeasonCurve['comparison']> }) {
  const { day, season, points, before } = comparison
  return (
    <p className={classes.compared}>
      <span>
        <Sentence
          text={words.points(seasonName(season), points, day)}
          parts={{ strong: <strong /> }}
        />
      </span>
      <Change by={points - before.points} what={words.comparedWith(seasonName(before.season))} />
    </p>
  )
}

/** A single season is drawn by its dates; two of them by the days of the season. */
function chartContent({ lines }: SeasonCurve): ChartContent {
  const length = Math.max(0, ...lines.map(({ points }) => points.length))
  const [only, ...others] = lines
  return {
    title: words.chart,
    kind: 'line',
    labels: Array.from({ length }, (_, index) =>
      only && others.length === 0 ? formatDays(dayAfter(only.from, index)) : words.day(index + 1),
    ),
    datasets: lines.map(({ season, isCurrent, points }) => ({
      label: isCurrent ? words.unfinished(seasonName(season)) : seasonName(season),
      data: Array.from({ length }, (_, index) => points[index] ?? null),
    })),
  }
}

function notesOn(progress: readonly SeasonProgress[], { lines, leftOut }: SeasonCurve): string[] {
  const hasGap = lines.some(({ points }) => points.includes(null))
  return [
    ...progress
      .filter(({ undated }) => undated !== 0)
      .map(({ season, undated }) => words.undated(seasonName(season), undated)),
    ...(hasGap ? [words.gaps] : []),
    ...leftOut.map((season) => words.leftOut(seasonName(season))),
  ]
}
