import { ActionIcon } from '@mantine/core'
import type { Graph } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Chart } from '#ui/chart.tsx'
import { type ChartContent, isChartKind } from '#ui/chart-content.ts'
import classes from './graph-card.module.css'

function contentOf({ graphType, title, labels, datasets }: Graph): ChartContent | null {
  return isChartKind(graphType) ? { kind: graphType, title, labels, datasets } : null
}

export function GraphCard({ graph }: { readonly graph: Graph }) {
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
      className={classes.card}
      aria-labelledby={titleId}
      data-large={(isLarge && content !== null) || undefined}
    >
      <div className={classes.head}>
        <h4 id={titleId} className={classes.title}>
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
