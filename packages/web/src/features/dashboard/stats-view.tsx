import { ActionIcon, Skeleton } from '@mantine/core'
import type { Graph, RaceType, Stats, Widget } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import cards from '#ui/cards.module.css'
import { Chart, loadChartCanvas } from '#ui/chart.tsx'
import { type ChartContent, isChartKind } from '#ui/chart-content.ts'
import { formatNumber } from '#ui/format-number.ts'
import { EmptyState, Loading } from '#ui/states.tsx'
import { HOW_NUMBERS_COME } from './dashboard-layout.tsx'
import classes from './stats-view.module.css'

interface StatsViewProps {
  readonly stats: Stats | undefined
}

const FOUR = [1, 2, 3, 4]
const FIVE = [1, 2, 3, 4, 5]

/** Draws what it gets: which widgets and graphs there are is the server's to decide. */
export function StatsView({ stats }: StatsViewProps) {
  // The library comes while the numbers do.
  useEffect(() => void loadChartCanvas(), [])
  if (!stats) return <LoadingStats />
  const { widgets, graphData } = stats
  if (widgets.length === 0 && graphData.length === 0) {
    return <EmptyState message="No stats available">{HOW_NUMBERS_COME}</EmptyState>
  }
  return (
    <div className={classes.stats}>
      <WidgetGrid
        raceType="race"
        title="Races"
        widgets={widgets.filter(({ raceType }) => raceType === 'race')}
      />
      <WidgetGrid
        raceType="royale"
        title="Battle royale"
        widgets={widgets.filter(({ raceType }) => raceType === 'royale')}
      />
      {graphData.length > 0 && (
        <section>
          <h3 className={classes.title}>Graphs</h3>
          <div className={classes.graphs}>
            {graphData.map((graph) => (
              <GraphCard key={graph.title} graph={graph} />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function LoadingStats() {
  return (
    <Loading className={classes.stats}>
      <div className={classes.race}>
        {FOUR.map((number) => (
          <Skeleton key={number} height="6.5rem" radius="lg" />
        ))}
      </div>
      <div className={classes.royale}>
        {FIVE.map((number) => (
          <Skeleton key={number} height="6.5rem" radius="lg" />
        ))}
      </div>
      <div className={classes.graphs}>
        {FOUR.map((number) => (
          <Skeleton key={number} height="21rem" radius="lg" />
        ))}
      </div>
    </Loading>
  )
}

interface WidgetGridProps {
  readonly raceType: RaceType
  readonly title: string
  readonly widgets: readonly Widget[]
}

function WidgetGrid({ raceType, title, widgets }: WidgetGridProps) {
  const titleId = useId()
  if (widgets.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <dl className={classes[raceType]}>
        {widgets.map(({ label, value }) => (
          <div key={label} className={`${cards.card} ${classes.widget}`} data-race-type={raceType}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
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
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <section
      ref={card}
      className={`${cards.card} ${classes.graph}`}
      aria-labelledby={titleId}
      data-large={(isLarge && content !== null) || undefined}
    >
      <div className={classes.graphHead}>
        <h4 id={titleId} className={classes.graphTitle}>
          {graph.title}
        </h4>
        {content && (
          <ActionIcon
            className={classes.enlarge ?? ''}
            variant="subtle"
            color="gray"
            aria-label={`Enlarge ${graph.title}`}
            aria-pressed={isLarge}
            title={isLarge ? 'Back to its place' : 'Enlarge'}
            onClick={() => setIsLarge(!isLarge)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {content ? (
        <Chart content={content} />
      ) : (
        <p className={classes.unknown}>Unknown graph type</p>
      )}
    </section>
  )
}
