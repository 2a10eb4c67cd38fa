import { Skeleton } from '@mantine/core'
import type { Graph, RaceType, Stats, Widget } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import cards from '#ui/cards.module.css'
import { Chart, loadChartCanvas } from '#ui/chart.tsx'
import { type ChartContent, hasSomethingToDraw, isChartKind } from '#ui/chart-content.ts'
import { Change, Figures, Hero } from '#ui/figures.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { StackedBar } from '#ui/share-bar.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { HOW_NUMBERS_COME } from './dashboard-layout.tsx'
import { lastChange, pointsOf } from './stats-figures.ts'
import classes from './stats-view.module.css'

interface StatsViewProps {
  readonly stats: Stats | undefined
}

const UNKNOWN_WHY = "not told by the companion's season file"
const THREE = [1, 2, 3]

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
      {graphData.length > 0 && (
        <section aria-label="Graphs" className={classes.graphs}>
          {graphData.map((graph) => (
            <GraphCard key={graph.title} graph={graph} />
          ))}
        </section>
      )}
      <div className={classes.modes}>
        <Widgets raceType="race" title="Races" widgets={widgets} />
        <Widgets raceType="royale" title="Battle royale" widgets={widgets} />
      </div>
    </div>
  )
}

function LoadingStats() {
  return (
    <Loading className={classes.stats}>
      <Skeleton height="6.5rem" radius="lg" />
      <div className={classes.graphs}>
        {THREE.map((number) => (
          <Skeleton key={number} height="20rem" radius="lg" className={classes.awaited ?? ''} />
        ))}
      </div>
      <div className={classes.modes}>
        <Skeleton height="11rem" radius="lg" />
        <Skeleton height="11rem" radius="lg" />
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
    .map(({ label, value }) => ({ label, value, why: UNKNOWN_WHY }))
  if (figures.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={`${cards.card} ${classes.block}`}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <Figures figures={figures} mode={raceType} />
    </section>
  )
}

function contentOf({ graphType, title, labels, datasets }: Graph): ChartContent | null {
  return isChartKind(graphType) ? { kind: graphType, title, labels, datasets } : null
}

function GraphCard({ graph }: { readonly graph: Graph }) {
  const titleId = useId()
  const [isLarge, setIsLarge] = useState(false)
  const card = useRef<HTMLElement>(null)
  // It may have moved below the others, out of sight.
  useEffect(() => {
    if (isLarge) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isLarge])
  const content = useMemo(() => contentOf(graph), [graph])
  const isChart = content !== null && !isSinglePoint(content) && !isTwoParts(content)
  // The one over time has the row to itself.
  const isWide = isChart && content.kind === 'line'
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <section
      ref={card}
      className={`${cards.card} ${classes.graph}`}
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
            why: UNKNOWN_WHY,
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
