import { VisuallyHidden } from '@mantine/core'
import type { ChartContent } from './chart-content.ts'
import { formatNumber } from './format-number.ts'

/** The numbers of a chart, for whoever cannot see it drawn. */
export function ChartTable({ content }: { readonly content: ChartContent }) {
  const { title, labels, datasets } = content
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {datasets.map(({ label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the place is what they are.
              <th key={index} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the place is what they are.
            <tr key={row}>
              <th scope="row">{label}</th>
              {datasets.map(({ data }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat; the place is what they are.
                <td key={column}>{formatNumber(data[row] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
