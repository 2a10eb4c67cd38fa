import { Skeleton } from '@mantine/core'
import type { Stats } from '@rollcall/contract/dashboard'
import { useEffect } from 'react'
import { loadChartCanvas } from '#ui/chart-loader.ts'
import { EmptyState } from './empty-state.tsx'
import { GraphCard } from './graph-card.tsx'
import states from './states.module.css'
import classes from './stats-view.module.css'
import { WidgetGrid } from './widget-grid.tsx'

interface StatsViewProps {
  /** undefined while they load. */
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
    return <EmptyState message="No stats available" />
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
    <div className={`${classes.stats} ${states.loading}`} aria-hidden="true">
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
    </div>
  )
}
