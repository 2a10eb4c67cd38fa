/** A list on an ordinary page: a page of rows at a time, with a search. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { LookupField } from './lookup-field.tsx'
import { PageButtons } from './page-buttons.tsx'
import classes from './paged-list.module.css'
import { EmptyState, LoadError, Loading } from './states.tsx'
import { useSettledText } from './use-settled-text.ts'

const SEARCH_DELAY_MS = 500

/** What a list asks for first. */
export const FIRST_ROWS = { page: 1, search: '' }

/** Which page of a list is shown, and which part of a name is searched for. */
export function useAskedRows() {
  const [asked, setAsked] = useState(FIRST_ROWS)
  const find = (search: string) => setAsked({ page: 1, search })
  return {
    ...asked,
    show: setAsked,
    find,
    turnTo: (page: number) => setAsked({ ...asked, page }),
    lookup: useSettledText({ value: asked.search, delayMs: SEARCH_DELAY_MS, onSettle: find }),
  }
}

export interface PagedListProps<Row> {
  readonly lookupLabel: string
  /** Of the search text. */
  readonly maxLength: number
  readonly asked: ReturnType<typeof useAskedRows>
  readonly answer: {
    readonly data: { readonly rows: readonly Row[]; readonly totalPages: number } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** False: only the search is shown. */
  readonly isShown?: boolean
  /** How many rows to keep space for while they load. */
  readonly awaited?: number
  readonly empty: { readonly message: string; readonly hint: string }
  /** Beside the search. */
  readonly children?: ReactNode
}

interface ListProps<Row> extends PagedListProps<Row> {
  /** What is looked for, in the name of the button that clears the search. */
  readonly what: string
  readonly list: (rows: readonly Row[]) => ReactNode
}

export function PagedList<Row>(props: ListProps<Row>) {
  const { lookupLabel, maxLength, asked, answer, isShown = true, awaited = 0, empty } = props
  const { error, refetch } = answer
  // A page of rows takes a phone a while to draw, and is drawn after everything else, even if it is there at once.
  const data = useDeferredValue(answer.data, undefined)
  const space = answer.data?.rows.length ?? awaited
  return (
    <>
      <div className={classes.lookup}>
        <LookupField
          label={lookupLabel}
          what={props.what}
          maxLength={maxLength}
          text={asked.lookup.text}
          onText={asked.lookup.setText}
        />
        {props.children}
      </div>
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
      {isShown && data && data.rows.length > 0 && props.list(data.rows)}
      {isShown && data && data.totalPages > 1 && (
        <PageButtons page={asked.page} totalPages={data.totalPages} onPage={asked.turnTo} />
      )}
    </>
  )
}
