import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { GAME_PAGE_SIZE } from '@rollcall/contract/games'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { useSessionToken } from '#api/session.ts'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format-number.ts'
import layout from '#ui/page.module.css'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { type Game, type GameRow, gameRowsQuery } from './queries.ts'
import { noteOf } from './row-note.ts'
import { texts } from './texts.ts'

const { rows: words } = texts

/** What each marble did, a page at a time. */
export function GameRows({ game: { id, mode, racerCount } }: { readonly game: Game }) {
  const asked = useAskedRows()
  const { page, search } = asked
  const answer = useQuery({
    ...gameRowsQuery(String(id), { page, search }),
    select: ({ rows, totalPages }) => ({ rows: rows.map(listedRow), totalPages }),
  })
  const isSignedIn = useSessionToken() !== null
  const { data: user } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return (
    <Panel title={words.title}>
      <PagedRows
        label={words.title}
        lookupLabel={words.find}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        awaited={Math.min(racerCount, GAME_PAGE_SIZE)}
        formatPoints={formatNumber}
        note={(row) => <span className={layout.note}>{noteOf(mode, row)}</span>}
        empty={{ message: words.nobody, hint: words.nobodyHint }}
      >
        {user && (
          <Button
            variant="default"
            leftSection={<IconUserSearch size={18} aria-hidden />}
            onClick={() => asked.find(user.username)}
          >
            {words.findMe}
          </Button>
        )}
      </PagedRows>
    </Panel>
  )
}

function listedRow(row: GameRow) {
  const { racer_name: id, position: rank, points: event_points } = row
  return { ...row, id, rank, event_points, isHidden: false }
}
