import { Skeleton } from '@mantine/core'
import type { RaceType, StatsRead } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import cards from '#ui/cards.module.css'
import { Chart, loadChartCanvas } from '#ui/chart.tsx'
import { type ChartContent, hasSomethingToDraw } from '#ui/chart-content.ts'
import { Change, Figures, Hero } from '#ui/figures.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { StackedBar } from '#ui/share-bar.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { contentOf, titleOf } from './graph-content.ts'
import { GRAPH_COLUMNS, graphSpans } from './graph-spans.ts'
import { findPoints, lastChange } from './stats-figures.ts'
import classes from './stats-view.module.css'
import { texts } from './texts.ts'

interface StatsViewProps {
  readonly stats: StatsRead | undefined
}

/** Over time, by channel, race against royale, wins. */
const AWAITED_SPANS = [GRAPH_COLUMNS, 2, 1, 1]

/** Draws what it gets: which widgets and graphs there are is the server's to decide. */
export function StatsView({ stats }: StatsViewProps) {
  // The library comes while the numbers do.
  useEffect(() => void loadChartCanvas(), [])
  if (!stats) return <LoadingStats />
  const { widgets, graphData } = stats
  if (widgets.length === 0 && graphData.length === 0) {
    return <EmptyState message={texts.stats.empty}>{texts.howNumbersCome}</EmptyState>
  }
  return (
    <div className={classes.stats}>
      <Leading stats={stats} />
      <Widgets raceType="race" widgets={widgets} />
      <Widgets raceType="royale" widgets={widgets} />
      {graphData.length > 0 && <Graphs graphs={graphData} />}
    </div>
  )
}

/** Nothing where no widget has a key, as in an answer of another server. */
function Leading({ stats: { widgets, graphData, place } }: { readonly stats: StatsRead }) {
  const words = texts.stats
  const points = findPoints(widgets)
  const change = lastChange(graphData)
  if (points === null) return null
  return (
    <div className={`${cards.card} ${classes.block}`}>
      <Hero
        label={words.hero}
        value={points.value}
        rank={
          place && {
            label: words.rank(place.seasonNumber),
            rank: place.rank,
            of: place.of,
            board: place.channel,
          }
        }
      >
        {change && (
          <>
            <span>{words.points(change.season, change.points)}</span>
            <Change by={change.by} what={words.comparedWith(change.before)} />
          </>
        )}
      </Hero>
    </div>
  )
}

function LoadingStats() {
  return (
    <Loading className={classes.stats}>
      <Skeleton height="6.5rem" radius="lg" />
      <Skeleton height="8.5rem" radius="lg" />
      <Skeleton height="8.5rem" radius="lg" />
      <div className={classes.graphs}>
        {AWAITED_SPANS.map((columns, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <Skeleton key={index} height="20rem" radius="lg" style={spanOf(columns)} />
        ))}
      </div>
    </Loading>
  )
}

interface WidgetsProps {
  readonly raceType: RaceType
  readonly widgets: StatsRead['widgets']
}

function Widgets({ raceType, widgets }: WidgetsProps) {
  const titleId = useId()
  const figures = widgets
    .filter((widget) => widget.raceType === raceType)
    .map(({ key, label, value, knownIn }) => ({
      label: key === undefined ? label : texts.stats.widgets[key],
      value,
      note: value === null ? texts.stats.unknown : knownIn && texts.stats.knownIn(knownIn),
    }))
  if (figures.length === 0) return null
  return (
    <section
      aria-labelledby={titleId}
      className={`${cards.card} ${classes.block}`}
      data-mode={raceType}
    >
      <h3 id={titleId} className={classes.title}>
        {texts.stats.sections[raceType]}
      </h3>
      <Figures figures={figures} mode={raceType} />
    </section>
  )
}

interface DrawnGraph {
  readonly title: string
  /** null: of a kind that nobody can draw. */
  readonly content: ChartContent | null
  readonly labelCount: number
  readonly isChart: boolean
}

function drawnOf(graph: StatsRead['graphData'][number]): DrawnGraph {
  const content = contentOf(graph)
  return {
    title: titleOf(graph),
    content,
    labelCount: graph.labels.length,
    isChart: content !== null && !isSinglePoint(content) && !isTwoParts(content),
  }
}

/** How many of the columns a graph takes; where there are fewer, the style sheet shares the row out. */
function spanOf(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}

function Graphs({ graphs }: { readonly graphs: StatsRead['graphData'] }) {
  const drawn = useMemo(() => graphs.map(drawnOf), [graphs])
  const spans = graphSpans(
    drawn.map(({ content, labelCount, isChart }) => ({
      isWide: isChart && content?.kind === 'line',
      labelCount,
    })),
  )
  return (
    <section aria-label={texts.stats.allGraphs} className={classes.graphs}>
      {drawn.map((one, index) => (
        <GraphCard key={one.title} drawn={one} columns={spans[index] ?? 1} />
      ))}
    </section>
  )
}

interface GraphCardProps {
  readonly drawn: DrawnGraph
  readonly columns: number
}

function GraphCard({ drawn: { title, content, isChart }, columns }: GraphCardProps) {
  const titleId = useId()
  const [isLarge, setIsLarge] = useState(false)
  const card = useRef<HTMLElement>(null)
  // It may have moved below the others, out of sight.
  useEffect(() => {
    if (isLarge) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isLarge])
  const isWide = columns === GRAPH_COLUMNS
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <section
      ref={card}
      className={`${cards.card} ${classes.graph}`}
      style={spanOf(columns)}
      aria-labelledby={titleId}
      data-wide={isWide || undefined}
      data-large={(isLarge && isChart) || undefined}
    >
      <div className={classes.graphHead}>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
        {isChart && !isWide && (
          <button
            type="button"
            className={classes.enlarge}
            aria-label={texts.stats.enlargeGraph(title)}
            aria-pressed={isLarge}
            title={isLarge ? texts.stats.shrink : texts.stats.enlarge}
            onClick={() => setIsLarge(!isLarge)}
          >
            <Icon size={16} aria-hidden />
          </button>
        )}
      </div>
      {content ? (
        <div>
          <Drawing content={content} />
        </div>
      ) : (
        <p className={classes.unknown}>{texts.stats.unknownGraph}</p>
      )}
    </section>
  )
}

/** What a chart could show of it, a figure says at once. */
function isSinglePoint({ kind, labels }: ChartContent): boolean {
  return kind !== 'pie' && labels.length === 1
}

/** Bars that are read at a glance; docs/decisions/070. */
function isTwoParts(content: ChartContent): boolean {
  return content.kind === 'pie' && content.labels.length === 2 && hasSomethingToDraw(content)
}

/** Of parts that are not known to be modes. */
const PART_COLORS = ['var(--rc-race)', 'var(--rc-royale)']

function Drawing({ content }: { readonly content: ChartContent }) {
  const { labels, modes, datasets } = content
  if (isSinglePoint(content)) {
    return (
      <>
        <p className={classes.only}>
          <bdi>{labels[0]}</bdi>
        </p>
        <Figures
          figures={datasets.map(({ label, data }) => ({
            label,
            value: data[0] ?? null,
            note: data[0] == null ? texts.stats.unknown : null,
          }))}
        />
      </>
    )
  }
  if (isTwoParts(content)) {
    return (
      <StackedBar
        parts={labels.map((label, index) => {
          const value = datasets[0]?.data[index] ?? null
          const mode = modes?.[index]
          const color = mode ? `var(--rc-${mode})` : (PART_COLORS[index] ?? 'currentColor')
          return { label, value: value ?? 0, text: formatNumber(value), color }
        })}
      />
    )
  }
  return <Chart content={content} />
}
