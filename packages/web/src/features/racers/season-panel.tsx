import { dayAfter } from '@rollcall/scoring/streaks'
import { type ReactNode, useMemo } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Chart } from '#ui/chart.tsx'
import type { ChartContent } from '#ui/chart-content.ts'
import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { Row, Stack } from '#ui/layout/layout.tsx'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import type { RacerPageAnswer, SeasonProgress } from './queries.ts'
import { type SeasonCurve, seasonCurve } from './season-curve.ts'
import classes from './season-panel.module.css'
import { texts } from './texts.ts'

const { progress: words } = texts

interface SeasonPanelProps {
  readonly progress: readonly SeasonProgress[]
  readonly ranks: RacerPageAnswer['ranks']
  /** YYYY-MM-DD. */
  readonly today: string
  /** Whether a day of the year is known; if none is, another card says why. */
  readonly hasDays: boolean
}

/** A line from one day alone would say nothing. */
const MIN_RANKS = 2

/** The rank and the points so far in the current season, beside the one before, and what the curve leaves out. */
export function SeasonPanel({ progress, ranks, today, hasDays }: SeasonPanelProps) {
  const curve = useMemo(() => seasonCurve(progress, today), [progress, today])
  const points = useMemo(() => pointsContent(curve), [curve])
  const rank = useMemo(
    () => (ranks && ranks.days.length >= MIN_RANKS ? ranksContent(ranks) : null),
    [ranks],
  )
  const notes = notesOn(progress, curve)
  const hasPoints = curve.lines.length > 0
  if (!hasPoints && rank === null && !(hasDays && notes.length > 0)) return null
  return (
    <Panel title={words.title}>
      {curve.comparison && <Compared comparison={curve.comparison} />}
      <Stack columns="18rem" gap="lg" className={classes.charts}>
        {rank && <TitledChart content={rank}>{words.rankChart}</TitledChart>}
        {hasPoints && <TitledChart content={points}>{words.chart}</TitledChart>}
      </Stack>
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

interface TitledChartProps {
  readonly content: ChartContent
  readonly children: ReactNode
}

function TitledChart({ content, children }: TitledChartProps) {
  return (
    <div>
      <h3 className={classes.title}>{children}</h3>
      <Chart content={content} />
    </div>
  )
}

function ranksContent({ channel, days }: NonNullable<RacerPageAnswer['ranks']>): ChartContent {
  return {
    title: words.rankChart,
    kind: 'line',
    isOfRanks: true,
    labels: days.map(({ day }) => formatDays(day)),
    datasets: [{ label: words.rankOn(channel.name), data: days.map(({ rank }) => rank) }],
  }
}

function Compared({ comparison }: { readonly comparison: NonNullable<SeasonCurve['comparison']> }) {
  const { day, season, points, before } = comparison
  return (
    <Row as="p" gap="2xs/md" align="baseline" className={classes.compared}>
      <span>
        <Sentence
          text={words.points(seasonName(season), points, day)}
          parts={{ strong: <strong /> }}
        />
      </span>
      <Change by={points - before.points} what={words.comparedWith(seasonName(before.season))} />
    </Row>
  )
}

/** A single season is drawn by its dates; two of them by the days of the season. */
function pointsContent({ lines }: SeasonCurve): ChartContent {
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
