import { Skeleton } from '@mantine/core'
import type { Graph, RaceType, Stats, Widget } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import cards from '#ui/cards.module.css'
import { Chart, loadChartCanvas } from '#ui/chart.tsx'
import { type ChartContent, hasSomethingToDraw, isChartKind } from '#ui/chart-content.ts'
import { Change, Figures, Hero } from '#ui/figures.tsx'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { StackedBar } from '#ui/share-bar.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { HOW_NUMBERS_COME } from './dashboard-layout.tsx'
import { GRAPH_COLUMNS, graphSpans } from './graph-spans.ts'
import { lastChange, pointsOf } from './stats-figures.ts'
import classes from './stats-view.module.css'

interface StatsViewProps {
  readonly stats: Stats | undefined
}

const UNKNOWN_WHY = 'Not recorded by the companion'
/** Over time, by channel, race against royale, wins. */
const AWAITED_SPANS = [GRAPH_COLUMNS, 2, 1, 1]

/** Draws what it gets: which widgets and graphs there are is the server's to decide. */
export function StatsView({ stats }: StatsViewProps) {
  // The library comes while the numbers do.
  useEffect(() => void loadChartCanvas(), [])
  if (!stats) return <LoadingStats />
  const { widgets, graphData, place } = stats
  if (widgets.length === 0 && graphData.length === 0) {
    return <EmptyState message="No stats available">{HOW_NUMBERS_COME}</EmptyState>
  }
  const change = lastChange(graphData)
  return (
    <div className={classes.stats}>
      <div className={`${cards.card} ${classes.block}`}>
        <Hero
          label="Points, races and royales together"
          value={pointsOf(widgets)}
          rank={
            place && {
              label: `Rank in ${place.season}`,
              rank: place.rank,
              of: place.of,
              board: place.channel,
            }
          }
        >
          {change && (
            <>
              <span>
                {change.season}: {formatNumber(change.points)}
              </span>
              <Change by={change.by} what={`against ${change.before}`} />
            </>
          )}
        </Hero>
      </div>
      <Widgets raceType="race" title="Races" widgets={widgets} />
      <Widgets raceType="royale" title="Battle royale" widgets={widgets} />
      {graphData.length > 0 && <Graphs graphs={graphData} />}
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
  readonly title: string
  readonly widgets: readonly Widget[]
}

function Widgets({ raceType, title, widgets }: WidgetsProps) {
  const titleId = useId()
  const figures = widgets
    .filter((widget) => widget.raceType === raceType)
    .map(({ label, value, knownIn }) => ({
      label,
      value,
      note:
        value === null
          ? UNKNOWN_WHY
          : knownIn &&
            `in ${formatNumber(knownIn.games)} of ${formatCount(knownIn.of, { one: 'game', other: 'games' })}`,
    }))
  if (figures.length === 0) return null
  return (
    <section
      aria-labelledby={titleId}
      className={`${cards.card} ${classes.block}`}
      data-mode={raceType}
    >
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <Figures figures={figures} mode={raceType} />
    </section>
  )
}

interface DrawnGraph {
  readonly graph: Graph
  /** null: of a kind that nobody can draw. */
  readonly content: ChartContent | null
  readonly isChart: boolean
}

function drawnOf(graph: Graph): DrawnGraph {
  const { graphType, title, labels, datasets } = graph
  const content = isChartKind(graphType) ? { kind: graphType, title, labels, datasets } : null
  return {
    graph,
    content,
    isChart: content !== null && !isSinglePoint(content) && !isTwoParts(content),
  }
}

/** How many of the columns a graph takes; where there are fewer, the style sheet shares the row out. */
function spanOf(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}

function Graphs({ graphs }: { readonly graphs: readonly Graph[] }) {
  const drawn = useMemo(() => graphs.map(drawnOf), [graphs])
  const spans = graphSpans(
    drawn.map(({ graph, content, isChart }) => ({
      isWide: isChart && content?.kind === 'line',
      labelCount: graph.labels.length,
    })),
  )
  return (
    <section aria-label="Graphs" className={classes.graphs}>
      {drawn.map((one, index) => (
        <GraphCard key={one.graph.title} drawn={one} columns={spans[index] ?? 1} />
      ))}
    </section>
  )
}

interface GraphCardProps {
  readonly drawn: DrawnGraph
  readonly columns: number
}

function GraphCard({ drawn: { graph, content, isChart }, columns }: GraphCardProps) {
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
          {graph.title}
        </h3>
        {isChart && !isWide && (
          <button
            type="button"
            className={classes.enlarge}
            aria-label={`Enlarge ${graph.title}`}
            aria-pressed={isLarge}
            title={isLarge ? 'Back to its place' : 'Enlarge'}
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
        <p className={classes.unknown}>Unknown graph type</p>
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

const PART_COLORS = ['var(--rc-race)', 'var(--rc-royale)']

function Drawing({ content }: { readonly content: ChartContent }) {
  const { labels, datasets } = content
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
            note: data[0] == null ? UNKNOWN_WHY : null,
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
          const color = PART_COLORS[index] ?? 'currentColor'
          return { label, value: value ?? 0, text: formatNumber(value), color }
        })}
      />
    )
  }
  return <Chart content={content} />
}
