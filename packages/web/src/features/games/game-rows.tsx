import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { texts as board } from '#ui/board/texts.ts'
import { formatNumber } from '#ui/format-number.ts'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { type Game, gameRowsQuery, listedPlace, listedRow } from './queries.ts'
import { noteOf } from './row-note.ts'
import { texts } from './texts.ts'

const { rows: words } = texts
const FIRST_ROWS = 25

interface GameRowsProps {
  readonly game: Game
  readonly asked: ReturnType<typeof useAskedRows>
  /** Makes a racer who was found the reader; absent: the reader is known. */
  readonly onMe: ((name: string) => void) | undefined
}

/** What each marble did. */
export function GameRows({ game, asked, onMe }: GameRowsProps) {
  const { id, mode, racerCount, podium } = game
  const { page, search } = asked
  const answer = useQuery({
    ...gameRowsQuery(String(id), { page, search }),
    select: ({ rows, found, ...counts }) => ({
      ...counts,
      rows: rows.map(listedRow),
      found: found && listedPlace(found),
    }),
  })
  return (
    <Panel title={words.title}>
      <PagedRows
        label={words.title}
        lookupLabel={onMe ? board.own.search : words.find}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        awaited={racerCount}
        first={{ rows: FIRST_ROWS, all: words.all }}
        formatPoints={formatNumber}
        facts={(row) => noteOf(mode, row)}
        best={podium[0]?.points}
        found={answer.data?.found}
        onMe={onMe}
        empty={{ message: words.nobody, hint: words.nobodyHint }}
      />
    </Panel>
  )
}
