import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { alignedFormat, type FormatPoints } from '../format-number.ts'
import { LookupField } from '../lookup-field.tsx'
import { PageButtons } from '../page-buttons.tsx'
import { EmptyState, LoadError, Loading } from '../states.tsx'
import { texts } from '../texts.ts'
import { useSettledText } from '../use-settled-text.ts'
import classes from './paged-rows.module.css'
import { type ListedRow, RowList } from './row-list.tsx'

const SEARCH_DELAY_MS = 500

/** Which page of a board is shown, and the part of a name that somebody is looking for. */
export function useAskedRows() {
  const [asked, setAsked] = useState({ page: 1, search: '' })
  const find = (search: string) => setAsked({ page: 1, search })
  return {
    ...asked,
    find,
    turnTo: (page: number) => setAsked({ ...asked, page }),
    lookup: useSettledText({ value: asked.search, delayMs: SEARCH_DELAY_MS, onSettle: find }),
  }
}

interface PagedRowsProps<Row extends ListedRow> {
  readonly label: string
  readonly lookupLabel: string
  /** Of what is looked up. */
  readonly maxLength: number
  readonly asked: ReturnType<typeof useAskedRows>
  readonly answer: {
    readonly data: { readonly rows: readonly Row[]; readonly totalPages: number } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** False: only the search is shown. */
  readonly isShown?: boolean
  /** How many rows are expected: space is kept for them. */
  readonly awaited?: number
  /** Absent: as suits the rows of the page. */
  readonly formatPoints?: FormatPoints
  readonly note?: (row: Row) => ReactNode
  readonly empty: { readonly message: string; readonly hint: string }
  /** Beside the search. */
  readonly children?: ReactNode
}

/** A board on an ordinary page: a hundred rows or so at a time, and a search for a racer. */
export function PagedRows<Row extends ListedRow>(props: PagedRowsProps<Row>) {
  const {
    label,
    lookupLabel,
    maxLength,
    asked,
    answer,
    isShown = true,
    awaited = 0,
    note,
    empty,
  } = props
  const { data, error, refetch } = answer
  const rows = data?.rows ?? []
  const { formatPoints = alignedFormat(rows.map(({ event_points }) => event_points)), children } =
    props
  return (
    <>
      <div className={classes.lookup}>
        <LookupField
          label={lookupLabel}
          what={texts.board.racer}
          maxLength={maxLength}
          text={asked.lookup.text}
          onText={asked.lookup.setText}
        />
        {children}
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {isShown && !data && !error && (
        <Loading className={classes.awaited}>
          {Array.from({ length: awaited }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
            <Skeleton key={index} height="100%" />
          ))}
        </Loading>
      )}
      {isShown && data && rows.length === 0 && (
        <EmptyState message={empty.message}>{empty.hint}</EmptyState>
      )}
      {isShown && rows.length > 0 && (
        <RowList label={label} rows={rows} formatPoints={formatPoints} {...(note && { note })} />
      )}
      {isShown && data && data.totalPages > 1 && (
        <PageButtons page={asked.page} totalPages={data.totalPages} onPage={asked.turnTo} />
      )}
    </>
  )
}
