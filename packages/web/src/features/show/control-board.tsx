import { NativeSelect } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { ControlRoom } from '@rollcall/contract/show'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { RowList } from '#ui/board/row-list.tsx'
import { alignedFormat } from '#ui/format-number.ts'
import { LookupField } from '#ui/lookup-field.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './control-room.module.css'
import { controlRowsQuery } from './queries.ts'

const SEARCH_DELAY_MS = 500

interface ControlBoardProps {
  readonly eventId: string
  readonly room: ControlRoom
}

/** The whole board, hidden rows too. */
export function ControlBoard({ eventId, room: { phase, streamers } }: ControlBoardProps) {
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [streamer, setStreamer] = useState<number | null>(null)
  const isWaiting = phase === 'waiting'
  const userId = isWaiting ? streamer : null
  const { data, error, refetch } = useQuery(controlRowsQuery(eventId, { page, search, userId }))
  const lookup = useSettledText({
    value: search,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (text) => {
      setSearch(text)
      setPage(1)
    },
  })
  const rows = data?.rows ?? []
  const formatPoints = useMemo(
    () => alignedFormat(rows.map(({ event_points }) => event_points)),
    [rows],
  )
  return (
    <Panel title="The whole board">
      <p className={classes.hint}>Only you see this list. Keep it off the stream.</p>
      <div className={classes.choices}>
        <LookupField
          label="Find a racer"
          what="racer"
          maxLength={MAX_SEARCH_LENGTH}
          text={lookup.text}
          onText={lookup.setText}
        />
        {isWaiting && (
          <NativeSelect
            label="Whose board"
            value={streamer ?? 'all'}
            onChange={({ currentTarget: { value } }) => {
              setStreamer(value === 'all' ? null : Number(value))
              setPage(1)
            }}
          >
            <option value="all">All Streamers</option>
            {streamers.map(({ userId: id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && rows.length === 0 && (
        <EmptyState message="No racers here">
          {search === ''
            ? 'They appear as soon as a streamer has sent results.'
            : 'Nobody of that name is on the board.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <RowList
          label="The whole board"
          rows={rows}
          formatPoints={formatPoints}
          note={({ isUncovered }) =>
            !isWaiting &&
            !isUncovered && (
              <span className={classes.covered}>
                <IconEyeOff size={16} aria-hidden /> hidden
              </span>
            )
          }
        />
      )}
      {data && data.totalPages > 1 && (
        <PageButtons page={page} totalPages={data.totalPages} onPage={setPage} />
      )}
    </Panel>
  )
}
