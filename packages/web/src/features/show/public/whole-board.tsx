import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { addPoints } from '@rollcall/scoring/points'
import { shownName } from '@rollcall/scoring/racer'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import type { PlacesOf } from '#ui/board/places.tsx'
import { texts as board } from '#ui/board/texts.ts'
import { Download } from '#ui/download.tsx'
import { pointsFormat } from '#ui/format-number.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { PointsTerms } from '#ui/points-terms/points-terms.tsx'
import classes from './public-event-page.module.css'
import { downloadPublicBoard, publicExplanationQuery, publicRowsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** How many rows are shown first. */
const FIRST_ROWS = 25

interface WholeBoardProps {
  readonly token: string
  readonly view: ShowView
  readonly asked: ReturnType<typeof useAskedRows>
  readonly onMe: PlacesOf<unknown>['onMe']
}

export function WholeBoard({ token, view, asked, onMe }: WholeBoardProps) {
  const isOver = view.scene === 'final'
  const { page, search } = asked
  // During the show the list above follows the reveal, and this one only shows search results.
  const isShown = isOver || search !== ''
  const answer = useQuery({ ...publicRowsQuery(token, { page, search }), enabled: isShown })
  const [open, setOpen] = useState<string | null>(null)
  const finds = onMe ? board.own.search : texts.wholeBoard.lookup
  const toggled = (id: string) => (open === id ? null : id)
  return (
    <Panel title={isOver ? texts.wholeBoard.title : texts.during.find}>
      <PagedRows
        label={isOver ? texts.wholeBoard.title : texts.during.found}
        lookupLabel={isOver ? finds : texts.during.lookup}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        found={search === '' ? null : answer.data?.found}
        onMe={onMe}
        isShown={isShown}
        awaited={Math.min(view.rowCount, FIRST_ROWS)}
        first={{ rows: FIRST_ROWS, all: texts.wholeBoard.all }}
        formatPoints={pointsFormat(view)}
        best={isOver ? view.rows[0]?.event_points : null}
        gain={(row) => (
          <Opener row={row} isOpen={open === row.id} onPress={() => setOpen(toggled(row.id))} />
        )}
        note={(row) =>
          open === row.id ? (
            <div className={classes.note}>
              <Explanation token={token} row={row} />
            </div>
          ) : null
        }
        empty={{
          message: texts.wholeBoard.empty,
          hint: isOver ? texts.wholeBoard.emptyHint : texts.during.emptyHint,
        }}
      />
      {isShown &&
        answer.data &&
        answer.data.rows.length > 0 &&
        (['board', 'explanations'] as const).map((content) => (
          <Download
            key={content}
            what={texts.download[content]}
            fileName={`results-${content}`}
            load={(format, options) =>
              downloadPublicBoard(token, { content, search, format }, options)
            }
          />
        ))}
    </Panel>
  )
}

interface OpenerProps {
  readonly row: ShowRow
  readonly isOpen: boolean
  readonly onPress: () => void
}

function Opener({ row, isOpen, onPress }: OpenerProps) {
  return (
    <IconButton
      className={classes.opener}
      aria-expanded={isOpen}
      aria-label={texts.explanation.titleOf(shownName(row))}
      onClick={onPress}
    >
      <IconChevronRight size={16} aria-hidden />
    </IconButton>
  )
}

function Explanation({ token, row }: { readonly token: string; readonly row: ShowRow }) {
  const { data, error, refetch } = useQuery(publicExplanationQuery(token, row.id))
  if (error) return <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <p role="status">{texts.explanation.loading}</p>
  const sum = data.terms.map(({ points }) => points).reduce(addPoints, 0)
  return <PointsTerms terms={data.terms} sum={sum} />
}
