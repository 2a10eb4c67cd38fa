import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import classes from './chart.module.css'
import { colorAt, seriesColors } from './chart-colors.ts'
import { type ChartContent, legendOf } from './chart-content.ts'
import { formatNumber } from './format-number.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** What each colour means, as text of the page: it wraps, it can be selected, and it never gets cut. */
export function ChartLegend({ content }: { readonly content: ChartContent }) {
  const theme = useMantineTheme()
  const series = seriesColors(theme, useComputedColorScheme('dark'))
  return (
    <ul className={classes.legend} data-kind={content.kind}>
      {legendOf(content).map(({ label, slice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two datasets may bear the same label; the place is what they are.
        <li key={index} className={classes.entry}>
          <span
            className={classes.swatch}
            data-shape={content.kind === 'line' && index % 2 === 1 ? 'diamond' : undefined}
            style={{ background: colorAt(series, index) }}
          />
          <bdi className={classes.entryLabel}>{label}</bdi>
          {slice && <strong className={classes.entryValue}>{formatNumber(slice.value)}</strong>}
          {slice && slice.share !== null && <span>{percent.format(slice.share)}</span>}
        </li>
      ))}
    </ul>
  )
}
