import type { ReactNode } from 'react'
import { alignedFormat, type FormatPoints } from '../format-number.ts'
import { PagedList, type PagedListProps } from '../paged-list.tsx'
import { texts } from '../texts.ts'
import { type ListedRow, RowList } from './row-list.tsx'

interface PagedRowsProps<Row extends ListedRow> extends PagedListProps<Row> {
  readonly label: string
  /** If absent, the format fits the rows of the page. */
  readonly formatPoints?: FormatPoints
  readonly note?: (row: Row) => ReactNode
}

/** A board on an ordinary page: about a hundred rows at a time, with a search for a racer. */
export function PagedRows<Row extends ListedRow>(props: PagedRowsProps<Row>) {
  const { label, note, formatPoints, ...list } = props
  return (
    <PagedList
      {...list}
      what={texts.board.racer}
      list={(rows) => (
        <RowList
          label={label}
          rows={rows}
          formatPoints={formatPoints ?? alignedFormat(rows.map(({ event_points }) => event_points))}
          {...(note && { note })}
        />
      )}
    />
  )
}
