import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { alignedFormat, type FormatPoints } from '../format-number.ts'
import { PagedList, type PagedListProps } from '../paged-list.tsx'
import { texts } from '../texts.ts'
import { OwnRow, type PlaceOfRow } from './own-row.tsx'
import { type ListedRow, RowList } from './row-list.tsx'
import { texts as words } from './texts.ts'

/** The place of the racer whom a search names, and the page that it is on. */
export type FoundPlace<Row> = PlaceOfRow<Row> & { readonly page: number }

interface PagedRowsProps<Row extends ListedRow> extends PagedListProps<Row> {
  readonly label: string
  /** If absent, the format fits the rows of the page. */
  readonly formatPoints?: FormatPoints
  readonly gain?: (row: Row) => ReactNode
  readonly formatGap?: (gap: number) => string
  readonly note?: (row: Row) => ReactNode
  readonly facts?: (row: Row) => ReactNode
  readonly best?: number | null | undefined
  /** null: the search names nobody, or several. */
  readonly found?: FoundPlace<Row> | null | undefined
  /** Makes the racer who was found the reader; absent: the reader is known. */
  readonly onMe?: ((name: string) => void) | undefined
}

/** A board on an ordinary page: some rows at a time, with a search for a racer and their place. */
export function PagedRows<Row extends ListedRow>(props: PagedRowsProps<Row>) {
  const { label, gain, note, facts, best, formatPoints, formatGap, found, onMe, ...list } = props
  const { asked, answer } = list
  const format = (rows: readonly Row[]) =>
    formatPoints ?? alignedFormat(rows.map(({ event_points }) => event_points))
  return (
    <PagedList
      {...list}
      what={texts.board.racer}
      found={
        found && (
          <OwnRow
            answer={{ data: found, error: null, refetch: answer.refetch }}
            name={found.row.display_name ?? found.row.racer_name}
            formatPoints={format([found.row])}
            {...(formatGap && { formatGap })}
            {...(facts && { facts })}
            onGo={() => asked.show({ page: found.page, search: '', current: found.row.id })}
          >
            {onMe && (
              <Button
                variant="default"
                onClick={() => {
                  onMe(found.row.racer_name)
                  asked.find('')
                }}
              >
                {words.own.isMe}
              </Button>
            )}
          </OwnRow>
        )
      }
      list={(rows) => (
        <RowList
          label={label}
          rows={rows}
          formatPoints={format(rows)}
          current={asked.current}
          {...(gain && { gain })}
          {...(note && { note })}
          {...(facts && { facts })}
          best={best ?? null}
        />
      )}
    />
  )
}
