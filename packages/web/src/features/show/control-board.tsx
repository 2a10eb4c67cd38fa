import { NativeSelect } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { ControlRoom } from '@rollcall/contract/show'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedRows, useAskedRows } from '#ui/board/paged-rows.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './control-room.module.css'
import { controlRowsQuery } from './queries.ts'

interface ControlBoardProps {
  readonly eventId: string
  readonly room: ControlRoom
}

/** The whole board, hidden rows too. */
export function ControlBoard({ eventId, room: { phase, streamers } }: ControlBoardProps) {
  const asked = useAskedRows()
  const { page, search } = asked
  const [streamer, setStreamer] = useState<number | null>(null)
  const isWaiting = phase === 'waiting'
  const userId = isWaiting ? streamer : null
  const answer = useQuery(controlRowsQuery(eventId, { page, search, userId }))
  return (
    <Panel title="The whole board">
      <p className={classes.hint}>Only you see this list. Keep it off the stream.</p>
      <PagedRows
        label="The whole board"
        lookupLabel="Find a racer"
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        note={({ isUncovered }) =>
          !isWaiting &&
          !isUncovered && (
            <span className={classes.covered}>
              <IconEyeOff size={16} aria-hidden /> hidden
            </span>
          )
        }
        empty={{
          message: 'No racers here',
          hint:
            search === ''
              ? 'They appear as soon as a streamer has sent results.'
              : 'Nobody of that name is on the board.',
        }}
      >
        {isWaiting && (
          <NativeSelect
            label="Whose board"
            value={streamer ?? 'all'}
            onChange={({ currentTarget: { value } }) => {
              setStreamer(value === 'all' ? null : Number(value))
              asked.turnTo(1)
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
      </PagedRows>
    </Panel>
  )
}
