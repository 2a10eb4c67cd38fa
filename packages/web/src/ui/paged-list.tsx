/** A list on an ordinary page: a page of rows at a time, with a search. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { LookupField } from './lookup-field.tsx'
import { PageButtons, useTotalPages } from './page-buttons.tsx'
import classes from './paged-list.module.css'
import { EmptyState, LoadError, Loading } from './states.tsx'
import { useSettledText } from './use-settled-text.ts'

const SEARCH_DELAY_MS = 500

/** What a list asks for first. */
export const FIRST_ROWS = { page: 1, search: '' }

interface AskedRows {
  readonly page: number
  readonly search: string
  /** The id of the row that somebody went to. */
  readonly current?: string | undefined
  /** Of the first page, whether all rows are shown instead of the first few. */
  readonly isWhole?: boolean
}

/** Which page of a list is shown, and which part of a name is searched for. */
export function useAskedRows() {
  const [asked, setAsked] = useState<AskedRows>(FIRST_ROWS)
  const find = (search: string) => setAsked({ page: 1, search })
  return {
    ...asked,
    show: (next: AskedRows) => setAsked({ ...next, isWhole: true }),
    showAll: () => setAsked({ ...asked, isWhole: true }),
    find,
    turnTo: (page: number) => setAsked({ ...asked, page, isWhole: true }),
    lookup: useSettledText({ value: asked.search, delayMs: SEARCH_DELAY_MS, onSettle: find }),
  }
}

export interface PagedListProps<Row> {
  readonly lookupLabel: string
  /** The longest search text. */
  readonly maxLength: number
  readonly asked: ReturnType<typeof useAskedRows>
  readonly answer: {
    readonly data:
      | { readonly rows: readonly Row[]; readonly totalPages: number; readonly total?: number }
      | undefined
    readonly error: Error | null
    /** The rows may be those of what was asked before. */
    readonly isPlaceholderData?: boolean
    readonly refetch: () => unknown
  }
  /** False: only the search is shown. */
  readonly isShown?: boolean
  /** How many rows to keep space for while they load. */
  readonly awaited?: number
  /** How many rows are shown first, and the button that shows all of so many. */
  readonly first?: { readonly rows: number; readonly all: (total: number) => string }
  readonly empty: { readonly message: string; readonly hint: string }
  /** Beside the search. */
  readonly children?: ReactNode
}

interface ListProps<Row> extends PagedListProps<Row> {
  /** What is looked for, in the name of the button that clears the search. */
  readonly what: string
  /** The place of the only one who was found, above the list. */
  readonly found?: ReactNode
  readonly list: (rows: readonly Row[]) => ReactNode
}

export function PagedList<Row>(props: ListProps<Row>) {
  const { lookupLabel, maxLength, asked, answer, awaited = 0, empty, first } = props
  const { error, refetch } = answer
  // The place says all of the only row.
  const isOnly = Boolean(props.found) && answer.data?.rows.length === 1
  const { isShown = !isOnly } = props
  // A page of rows takes a phone a while to draw, and is drawn after everything else, even if it is there at once.
  const data = useDeferredValue(answer.data, undefined)
  const totalPages = useTotalPages(answer, { list: asked.search, page: asked.page })
  const isFirst = first !== undefined && !asked.isWhole && asked.search === ''
  const most = isFirst ? first.rows : Number.POSITIVE_INFINITY
  const space = Math.min(answer.data?.rows.length ?? awaited, most)
  const rows = data?.rows.slice(0, most) ?? []
  const isUpToDate = data === answer.data && !answer.isPlaceholderData
  const total = data?.total ?? data?.rows.length ?? 0
  return (
    <>
      <Row align="end" className={classes.lookup}>
        <LookupField
          label={lookupLabel}
          what={props.what}
          maxLength={maxLength}
          text={asked.lookup.text}
          onText={asked.lookup.setText}
        />
        {props.children}
      </Row>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {isShown && !data && !error && (
        <Loading className={classes.awaited}>
          {Array.from({ length: space }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
            <Skeleton key={index} height="100%" />
          ))}
        </Loading>
      )}
      {isShown && data?.rows.length === 0 && (
        <EmptyState message={empty.message}>{empty.hint}</EmptyState>
      )}
      {data && props.found}
      {isShown && rows.length > 0 && (
        <Shown current={isUpToDate ? asked.current : undefined}>{props.list(rows)}</Shown>
      )}
      {isShown && isFirst && total > rows.length && (
        <Button variant="default" onClick={asked.showAll}>
          {first.all(total)}
        </Button>
      )}
      {isShown && !isFirst && totalPages > 1 && (data || error) && (
        <PageButtons page={asked.page} totalPages={totalPages} onPage={asked.turnTo} />
      )}
    </>
  )
}

interface ShownProps {
  readonly current: string | undefined
  readonly children: ReactNode
}

/** Scrolls to the row that somebody went to, once it is there. */
function Shown({ current, children }: ShownProps) {
  const list = useRef<HTMLDivElement>(null)
  const reached = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (reached.current === current) return
    const row = list.current?.querySelector('[aria-current]')
    if (current !== undefined && !row) return
    reached.current = current
    row?.scrollIntoView({ block: 'center' })
  })
  return <div ref={list}>{children}</div>
}
