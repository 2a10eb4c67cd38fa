import { Skeleton } from '@mantine/core'
import { RaceType, type StatsRead } from '@rollcall/contract/dashboard'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import { texts as boardTexts } from '#ui/board/texts.ts'
import cards from '#ui/cards.module.css'
import { Chart, loadChartCanvas } from '#ui/chart.tsx'
import { type ChartContent, hasSomethingToDraw } from '#ui/chart-content.ts'
import { Change, Figures, Hero } from '#ui/figures.tsx'
import { formatNumber, formatPointsPerRace } from '#ui/format-number.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { StackedBar } from '#ui/share-bar.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { graphTitle, toChartContent } from './graph-content.ts'
import { GRAPH_COLUMNS, graphSpans } from './graph-spans.ts'
import { findPoints, lastChange } from './stats-figures.ts'
import classes from './stats-view.module.css'
import { texts } from './texts.ts'

interface StatsViewProps {
  readonly stats: StatsRead | undefined
}

/** For the graphs over time, by channel, race against royale, and wins. */
const SKELETON_SPANS = [GRAPH_COLUMNS, 2, 1, 1]

/** Draws what it gets; the server decides which widgets and graphs there are. */
export function StatsView({ stats }: StatsViewProps) {
  // Loads the library along with the numbers.
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
      <Widgets raceType={null} widgets={widgets} />
      {graphData.length > 0 && <Graphs graphs={graphData} />}
    </div>
  )
}

/** Shows nothing if no widget has a key, as in answers from other servers. */
function Leading({ stats }: { readonly stats: StatsRead }) {
  const { widgets, graphData, place, currentSeason } = stats
  const words = texts.stats
  const points = findPoints(widgets)
  const change = lastChange(graphData, currentSeason)
  if (points === null) return null
  return (
    <Stack className={`${cards.card} ${classes.block}`}>
      <Hero
        label={words.hero}
        value={points.value}
        rank={
          place && {
            label: words.rank(place.seasonNumber),
            rank: place.rank,
            of: place.of,
            board: place.isShared ? `${place.channel}, ${boardTexts.own.shared}` : place.channel,
          }
        }
      >
        {change && (
          <>
            <span>
              {change.since === null
                ? words.pointsSoFar(change.season, change.points)
                : words.points(change.season, change.points)}
            </span>
            {change.since && (
              <Change by={change.since.by} what={words.comparedWith(change.since.season)} />
            )}
          </>
        )}
      </Hero>
    </Stack>
  )
}

function LoadingStats() {
  return (
    <Loading className={classes.stats}>
      <Skeleton height="6.5rem" radius="lg" />
      <Skeleton height="8.5rem" radius="lg" />
      <Skeleton height="8.5rem" radius="lg" />
      <div className={classes.graphs}>
        {SKELETON_SPANS.map((columns, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two graphs have the same width, and the list never changes.
          <Skeleton key={index} height="20rem" radius="lg" style={columnStyle(columns)} />
        ))}
      </div>
    </Loading>
  )
}

const knownType = (raceType: string) => RaceType.options.find((each) => each === raceType) ?? null

interface WidgetsProps {
  /** null: one that we do not know. */
  readonly raceType: RaceType | null
  readonly widgets: StatsRead['widgets']
}

function Widgets({ raceType, widgets }: WidgetsProps) {
  const titleId = useId()
  const figures = widgets
    .filter((widget) => knownType(widget.raceType) === raceType)
    .map(({ key, label, value, knownIn }) => ({
      label: key === undefined ? label : texts.stats.widgets[key],
      value,
      format: key === 'points-per-race' ? formatPointsPerRace : undefined,
      note: value === null ? texts.stats.unknown : knownIn && texts.stats.knownIn(knownIn),
    }))
  if (figures.length === 0) return null
  return (
    <Stack
      as="section"
      aria-labelledby={titleId}
      className={`${cards.card} ${classes.block}`}
      data-mode={raceType ?? undefined}
    >
      <h3 id={titleId} className={classes.title}>
        {texts.stats.sections[raceType ?? 'other']}
      </h3>
      <Figures figures={figures} {...(raceType && { mode: raceType })} />
    </Stack>
  )
}

interface DrawnGraph {
  readonly title: string
  /** null: of an unknown kind. */
  readonly content: ChartContent | null
  readonly labelCount: number
  readonly isChart: boolean
}

function prepareGraph(graph: StatsRead['graphData'][number]): DrawnGraph {
  const content = toChartContent(graph)
  return {
    title: graphTitle(graph),
    content,
    labelCount: graph.labels.length,
    isChart: content !== null && !isSinglePoint(content) && !isTwoParts(content),
  }
}

/** How many columns a graph takes; if the grid has fewer, the style sheet decides. */
function columnStyle(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}

function Graphs({ graphs }: { readonly graphs: StatsRead['graphData'] }) {
  const drawn = useMemo(() => graphs.map(prepareGraph), [graphs])
  const [large, setLarge] = useState<readonly string[]>([])
  const spans = graphSpans(
    drawn.map(({ title, content, labelCount, isChart }) => ({
      isWide: large.includes(title) || (isChart && content?.kind === 'line'),
      labelCount,
    })),
  )
  return (
    <section aria-label={texts.stats.allGraphs} className={classes.graphs}>
      {drawn.map((one, index) => (
        <GraphCard
          key={one.title}
          drawn={one}
          columns={spans[index] ?? 1}
          isLarge={large.includes(one.title)}
          onEnlarge={(isLarge) =>
            setLarge([
              ...large.filter((title) => title !== one.title),
              ...(isLarge ? [one.title] : []),
            ])
          }
        />
      ))}
    </section>
  )
}

interface GraphCardProps {
  readonly drawn: DrawnGraph
  readonly columns: number
  readonly isLarge: boolean
  readonly onEnlarge: (isLarge: boolean) => void
}

function GraphCard(props: GraphCardProps) {
  const { columns, isLarge, onEnlarge } = props
  const { title, content, isChart } = props.drawn
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  // The enlarged card may have moved out of sight, below the others.
  useEffect(() => {
    if (isLarge) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isLarge])
  const isWide = !isLarge && columns === GRAPH_COLUMNS
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <section
      ref={card}
      className={`${cards.card} ${classes.graph}`}
      style={columnStyle(columns)}
      aria-labelledby={titleId}
      data-wide={isWide || undefined}
      data-large={(isLarge && isChart) || undefined}
    >
      <Row wrap={false} gap="xs" justify="space-between" className={classes.graphHead}>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
        {isChart && !isWide && (
          <IconButton
            className={classes.enlarge}
            aria-label={texts.stats.enlargeGraph(title)}
            aria-pressed={isLarge}
            title={isLarge ? texts.stats.shrink : texts.stats.enlarge}
            onClick={() => onEnlarge(!isLarge)}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        )}
      </Row>
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

/** A figure says the same as a chart with a single point. */
function isSinglePoint({ kind, labels }: ChartContent): boolean {
  return kind !== 'pie' && labels.length === 1
}

/** Two parts become a bar, which is read at a glance (docs/decisions/070). */
function isTwoParts(content: ChartContent): boolean {
  return content.kind === 'pie' && content.labels.length === 2 && hasSomethingToDraw(content)
}

/** For parts that are not known game modes. */
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
