import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RowList } from '#ui/board/row-list.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import type { BoardView } from './board-view.ts'
import classes from './channel-page.module.css'
import { listedRow } from './listed-row.ts'
import { type BoardRow, type OwnPlace, ownPlaceQuery } from './queries.ts'
import { texts } from './texts.ts'

const { own: words } = texts

interface OwnRowProps {
  readonly name: string
  readonly board: BoardView & { readonly today: string }
  /** Whether the page of the board is on screen. */
  readonly isShown: (page: number) => boolean
  readonly onGo: (page: number) => void
}

/** The reader's own row between the next better and the next lower one, whatever page is shown. */
export function OwnRow({ name, board, isShown, onGo }: OwnRowProps) {
  const { data: place, error, refetch } = useQuery(ownPlaceQuery(name, board))
  return (
    <section className={classes.own} aria-label={words.title}>
      {error && place === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {place === undefined && !error && <Loading />}
      {place === null && <p className={classes.hint}>{words.absent}</p>}
      {place && (
        <>
          <RowList
            label={words.list}
            rows={rowsOf(place).map(listedRow)}
            formatPoints={formatNumber}
            note={(row) => (
              <span className={classes.note}>{noteOf(row, place.row, board.mode)}</span>
            )}
          />
          {!isShown(place.page) && (
            <Button
              variant="default"
              leftSection={<IconUserSearch size={18} aria-hidden />}
              onClick={() => onGo(place.page)}
            >
              {words.go}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function rowsOf({ above, row, below }: OwnPlace): BoardRow[] {
  return [above, row, below].flatMap((each) => each ?? [])
}

function noteOf(row: BoardRow, own: BoardRow, mode: BoardView['mode']): string {
  if (row.score === own.score) return words.you
  const gap = Math.abs(row.score - own.score)
  return row.score > own.score ? words.ahead(gap, mode) : words.behind(gap, mode)
}
