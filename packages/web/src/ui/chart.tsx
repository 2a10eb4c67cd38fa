import { Skeleton, useComputedColorScheme, useMantineTheme, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconChartInfographic, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode, Suspense, use, useMemo } from 'react'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './chart.module.css'
import { makePalette, pickColor, readChartColors } from './chart-colors.ts'
import { chartConfig } from './chart-config.ts'
import { type ChartContent, hasSomethingToDraw, makeLegend } from './chart-content.ts'
import { formatNumber, formatPercent } from './format-number.ts'
import { loadPart } from './load-chunk.ts'
import { texts } from './texts.ts'

type ChartCanvasModule = typeof import('./chart-canvas.tsx')

let loading: Promise<ChartCanvasModule> | null = null

/** Loads the charting library once for all charts; a page may call this before it has anything to draw. */
export function loadChartCanvas(): Promise<ChartCanvasModule> {
  if (loading === null) {
    loading = loadPart(() => import('./chart-canvas.tsx'))
    // A chart reports the failure when it draws; a page that only preloads must not. Reloading the page tries again.
    loading.catch(() => undefined)
  }
  return loading
}

interface ChartProps {
  /** Must keep its identity while the content is the same: a new object redraws the chart. */
  readonly content: ChartContent
}

export function Chart({ content }: ChartProps) {
  const isDrawn = hasSomethingToDraw(content)
  return (
    <Stack gap="sm" className={classes.chart}>
      <div className={classes.canvas}>
        {isDrawn ? (
          <ChartBoundary content={content}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <ChartDrawing content={content} />
            </Suspense>
          </ChartBoundary>
        ) : (
          <p className={classes.instead}>{texts.chart.empty}</p>
        )}
      </div>
      <ChartLegend content={content} />
      <ChartTable content={content} />
    </Stack>
  )
}

interface ChartBoundaryProps {
  /** New content means another try. */
  readonly content: unknown
  readonly children: ReactNode
}

/** A failing chart does not take the page down with it. */
class ChartBoundary extends Component<ChartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ content }: ChartBoundaryProps) {
    if (this.state.hasFailed && content !== this.props.content) {
      this.setState({ hasFailed: false })
    }
  }

  override render() {
    if (!this.state.hasFailed) {
      return this.props.children
    }
    return (
      <div className={classes.instead} role="alert">
        <IconChartInfographic size={32} stroke={1.4} aria-hidden />
        <p>{texts.chart.failed}</p>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => location.reload()}
        >
          {texts.part.reload}
        </Button>
      </div>
    )
  }
}

/** The chart in the scheme's colours, without animation for people who want none. Suspends until the library is there. */
function ChartDrawing({ content }: { readonly content: ChartContent }) {
  const theme = useMantineTheme()
  const scheme = useComputedColorScheme('dark')
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const config = useMemo(
    () => chartConfig(content, { colors: readChartColors(theme, scheme), isStill }),
    [content, theme, scheme, isStill],
  )
  const { ChartCanvas } = use(loadChartCanvas())
  return <ChartCanvas config={config} label={texts.chart[content.kind](content.title)} />
}

/** What each colour means, as ordinary text: it wraps, can be selected and is never cut. */
function ChartLegend({ content }: { readonly content: ChartContent }) {
  const theme = useMantineTheme()
  const palette = makePalette(theme, useComputedColorScheme('dark'))
  return (
    <Row
      as="ul"
      gap="2xs/md"
      align="stretch"
      justify="center"
      className={classes.legend}
      data-kind={content.kind}
    >
      {makeLegend(content).map(({ label, mode, slice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two datasets may have the same label; the position identifies them.
        <Row as="li" wrap={false} gap="xs" key={index}>
          <span
            className={classes.swatch}
            data-shape={content.kind === 'line' && index % 2 === 1 ? 'diamond' : undefined}
            style={{ background: pickColor(palette, mode, index) }}
          />
          <bdi className={classes.entryLabel}>{label}</bdi>
          {slice && <strong className={classes.entryValue}>{formatNumber(slice.value)}</strong>}
          {slice && slice.share !== null && <span>{formatPercent(slice.share)}</span>}
        </Row>
      ))}
    </Row>
  )
}

function ChartTable({ content }: { readonly content: ChartContent }) {
  const { title, labels, datasets } = content
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {datasets.map(({ label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the position identifies them.
              <th key={index} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the position identifies them.
            <tr key={row}>
              <th scope="row">{label}</th>
              {datasets.map(({ data }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the position identifies them.
                <td key={column}>{formatNumber(data[row] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
