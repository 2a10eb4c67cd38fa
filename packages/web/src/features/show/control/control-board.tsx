import { NativeSelect } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { ControlRoom } from '@rollcall/contract/show'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { controlRowsQuery } from '../queries.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'

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
  const { board } = texts
  return (
    <Panel title={board.title}>
      <Quiet>{board.hint}</Quiet>
      <PagedRows
        label={board.title}
        lookupLabel={board.lookup}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        note={({ isUncovered }) =>
          !isWaiting &&
          !isUncovered && (
            <Row as="span" wrap={false} gap="xs" className={classes.covered}>
              <IconEyeOff size={16} aria-hidden /> {board.hidden}
            </Row>
          )
        }
        empty={{
          message: board.empty,
          hint: search === '' ? board.emptyHint : board.notFoundHint,
        }}
      >
        {isWaiting && (
          <NativeSelect
            label={board.whose}
            value={streamer ?? 'all'}
            onChange={({ currentTarget: { value } }) => {
              setStreamer(value === 'all' ? null : Number(value))
              asked.turnTo(1)
            }}
          >
            <option value="all">{texts.allStreamers}</option>
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
