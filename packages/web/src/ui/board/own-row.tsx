import { IconUserSearch } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '#ui/button.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { Row } from '#ui/layout/layout.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './own-row.module.css'
import { type ListedRow, RowList } from './row-list.tsx'
import { texts } from './texts.ts'

const { own: words } = texts

/** A row between the next better and the next lower one. */
export interface PlaceOfRow<Row> {
  readonly row: Row
  readonly above: Row | null
  readonly below: Row | null
  /** The login has changed hands, and the row is also somebody else's. */
  readonly isShared?: boolean
}

export interface OwnRowProps<Row extends ListedRow> {
  /** null: the reader is not on the board. */
  readonly answer: {
    readonly data: PlaceOfRow<Row> | null | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** Whose row it is if it is not the reader's: that of a racer who was looked for. */
  readonly name?: string | undefined
  readonly formatPoints: FormatPoints
  /** A number of points, or of whatever the board ranks by, in words. */
  readonly formatGap?: (gap: number) => string
  readonly facts?: (row: Row) => ReactNode
  /** Why the reader is not on the board, if it is known. */
  readonly absent?: string | undefined
  readonly heading?: Ref<HTMLHeadingElement>
  /** Absent: the row is on screen, or cannot be shown. */
  readonly onGo?: (() => void) | undefined
  /** Further buttons. */
  readonly children?: ReactNode
}

/** The reader's own row and its neighbours, whatever page is shown, or somebody else's who was looked for. */
export function OwnRow<Row extends ListedRow>(props: OwnRowProps<Row>) {
  const { answer, name, formatPoints, facts, onGo } = props
  const { data: place, error, refetch } = answer
  const isWaiting = place === undefined && !error
  const formatGap = props.formatGap ?? ((gap: number) => words.points(gap, formatPoints))
  const noteOf = name === undefined ? ownNote : noteOnOther
  const title = name === undefined ? words.title : words.placeOf(name)
  return (
    <section
      className={classes.own}
      aria-label={title}
      data-other={name !== undefined || undefined}
      data-waiting={isWaiting || undefined}
      data-absent={place === null || undefined}
    >
      <h2 className={classes.title} {...(props.heading && { ref: props.heading, tabIndex: -1 })}>
        {title}
      </h2>
      {error && place === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {isWaiting && <Loading />}
      {place === null && <p className={classes.absent}>{props.absent ?? words.absent}</p>}
      {place && (
        <RowList
          label={name === undefined ? words.list : words.listOf(name)}
          rows={rowsOf(place)}
          current={place.row.id}
          formatPoints={formatPoints}
          facts={(row) => (
            <>
              <span>{noteOf(row, place, formatGap)}</span>
              {facts?.(row)}
            </>
          )}
        />
      )}
      {((place && onGo) || props.children) && (
        <Row gap="xs">
          {place && onGo && (
            <Button
              variant="default"
              leftSection={<IconUserSearch size={18} aria-hidden />}
              onClick={onGo}
            >
              {name === undefined ? words.go : words.show}
            </Button>
          )}
          {props.children}
        </Row>
      )}
    </section>
  )
}

function rowsOf<Row>({ above, row, below }: PlaceOfRow<Row>): Row[] {
  return [above, row, below].flatMap((each) => each ?? [])
}

type Note = <Row extends ListedRow>(
  row: Row,
  place: PlaceOfRow<Row>,
  formatGap: (gap: number) => string,
) => string | null

const ownNote: Note = (row, place, formatGap) =>
  row.id === place.row.id
    ? place.isShared
      ? `${words.you}, ${words.shared}`
      : words.you
    : noteOn(row, place, { formatGap, ahead: words.ahead, behind: words.behind })

const noteOnOther: Note = (row, place, formatGap) =>
  row.id === place.row.id
    ? null
    : noteOn(row, place, { formatGap, ahead: words.aheadOfThem, behind: words.behindThem })

interface GapWords {
  readonly formatGap: (gap: number) => string
  readonly ahead: (gap: string) => string
  readonly behind: (gap: string) => string
}

/** null if there is no gap, as between marbles without points. */
function noteOn<Row extends ListedRow>(
  row: Row,
  place: PlaceOfRow<Row>,
  { formatGap, ahead, behind }: GapWords,
): string | null {
  // A disqualified row keeps points that no longer compare.
  if (row.is_disqualified || place.row.is_disqualified) return null
  const gap = (row.event_points ?? 0) - (place.row.event_points ?? 0)
  if (gap === 0) return null
  return gap > 0 ? ahead(formatGap(gap)) : behind(formatGap(-gap))
}
