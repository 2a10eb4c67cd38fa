import { IconUserSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import { texts } from '#ui/texts.ts'
import classes from './own-row.module.css'
import { type ListedRow, RowList } from './row-list.tsx'

const { own: words } = texts.board

/** A row between the next better and the next lower one. */
export interface PlaceOfRow<Row> {
  readonly row: Row
  readonly above: Row | null
  readonly below: Row | null
}

interface OwnRowProps<Row extends ListedRow> {
  /** null: the reader is not on the board. */
  readonly answer: Pick<UseQueryResult<PlaceOfRow<Row> | null>, 'data' | 'error' | 'refetch'>
  readonly formatPoints: FormatPoints
  /** A number of points, or of whatever the board ranks by, in words. */
  readonly formatGap?: (gap: number) => string
  /** Absent: the row is on screen, or cannot be shown. */
  readonly onGo?: (() => void) | undefined
}

/** The reader's own row and its neighbours, whatever page is shown. */
export function OwnRow<Row extends ListedRow>(props: OwnRowProps<Row>) {
  const { answer, formatPoints, onGo } = props
  const { data: place, error, refetch } = answer
  const formatGap = props.formatGap ?? ((gap: number) => words.points(formatPoints(gap), gap))
  return (
    <section className={classes.own} aria-label={words.title}>
      {error && place === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {place === undefined && !error && <Loading />}
      {place === null && <p className={classes.absent}>{words.absent}</p>}
      {place && (
        <>
          <RowList
            label={words.list}
            rows={rowsOf(place)}
            formatPoints={formatPoints}
            note={(row) => (
              <span className={classes.note}>{noteOf(row, place.row, formatGap)}</span>
            )}
          />
          {onGo && (
            <Button
              variant="default"
              leftSection={<IconUserSearch size={18} aria-hidden />}
              onClick={onGo}
            >
              {words.go}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function rowsOf<Row>({ above, row, below }: PlaceOfRow<Row>): Row[] {
  return [above, row, below].flatMap((each) => each ?? [])
}

function noteOf(row: ListedRow, own: ListedRow, formatGap: (gap: number) => string): string {
  const [points, ownPoints] = [row.event_points ?? 0, own.event_points ?? 0]
  if (row.id === own.id) return words.you
  const gap = formatGap(Math.abs(points - ownPoints))
  return points > ownPoints ? words.ahead(gap) : words.behind(gap)
}
