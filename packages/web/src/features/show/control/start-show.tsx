import { NativeSelect, TextInput } from '@mantine/core'
import { type ControlRoom, changeShowSettings, type Move } from '@rollcall/contract/show'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button } from '#ui/button.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { controlRoomQuery } from '../queries.ts'
import { type BoardChoice, boardAs, chosenBoard } from '../use-moves.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'
import { readRank } from './typed-rank.ts'

const { controls } = texts

interface StartShowProps {
  readonly eventId: string
  readonly room: ControlRoom
  readonly isBusy: boolean
  readonly onMove: (move: Move) => void
}

interface Draft {
  readonly board?: BoardChoice
  readonly typedRank?: string
}

export function StartShow({ eventId, room, isBusy, onMove }: StartShowProps) {
  const { streamers, league } = room
  const { board, typedRank, startRank, error, chooseBoard, typeRank, storeRank } = useStartChoices(
    eventId,
    room,
  )
  const start = (phase: 'live' | 'rehearsal') => {
    if (startRank !== null) {
      onMove({
        kind: 'start',
        phase,
        startRank,
        ...boardAs(board),
      })
    }
  }
  const isOfLeague = board === 'table' || board === 'teams'
  return (
    <div className={classes.controls}>
      <div className={classes.choices}>
        <NativeSelect
          label={controls.board}
          value={board}
          onChange={({ currentTarget: { value } }) => chooseBoard(readChoice(value))}
        >
          <option value="all">{texts.allStreamers}</option>
          {streamers.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
          {league && <option value="table">{texts.league.table(league.name)}</option>}
          {league?.hasTeams && <option value="teams">{texts.league.teams(league.name)}</option>}
        </NativeSelect>
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          label={controls.startRank}
          description={controls.startRankHint}
          value={typedRank}
          error={startRank === null && controls.startRankProblem}
          onChange={({ currentTarget: { value } }) => typeRank(value)}
          onBlur={storeRank}
          onKeyDown={({ key }) => key === 'Enter' && storeRank()}
        />
      </div>
      <div className={classes.remote}>
        <Button
          className={classes.go ?? ''}
          leftSection={<IconPlayerPlay size={24} aria-hidden />}
          disabled={
            isOfLeague ? !league?.isReady : streamers.every(({ receivedAt }) => receivedAt === null)
          }
          aria-disabled={isBusy || undefined}
          onClick={() => start('live')}
        >
          {controls.start}
        </Button>
        {room.may.seeHiddenRows && (
          <Button
            variant="default"
            className={classes.side ?? ''}
            aria-disabled={isBusy || undefined}
            onClick={() => start('rehearsal')}
          >
            {controls.rehearse}
          </Button>
        )}
      </div>
      <Quiet>
        {controls.startHint} {room.may.seeHiddenRows && controls.rehearseHint}
      </Quiet>
      {!isOfLeague && streamers.every(({ receivedAt }) => receivedAt === null) && (
        <Quiet>{controls.noResults}</Quiet>
      )}
      {isOfLeague && league && !league.isReady && <Quiet>{texts.league.notReady}</Quiet>}
      {error && <Notice message={sentenceOf(error)} />}
    </div>
  )
}

const readChoice = (value: string): BoardChoice =>
  value === 'all' || value === 'table' || value === 'teams' ? value : Number(value)

function storedChoice(choice: BoardChoice) {
  const { userId: boardUserId, boardOf } = boardAs(choice)
  return { boardUserId, boardOf }
}

/** The choices are stored with the show, so that the stage starts with them too, on any device. */
function useStartChoices(eventId: string, room: ControlRoom) {
  const client = useQueryClient()
  /** Choices that are not stored yet. */
  const [draft, setDraft] = useState<Draft>({})
  const { board, typedRank } = {
    board: chosenBoard(room),
    typedRank: String(room.startRank),
    ...draft,
  }
  const startRank = readRank(typedRank)
  const choice = useMutation({
    // One after another, so that the last answer is the newest.
    scope: { id: `show-settings-${eventId}` },
    mutationFn: ({ board: choice, typedRank: rank }: Draft) =>
      callApi(changeShowSettings, {
        params: { id: eventId },
        body: {
          ...(choice !== undefined && storedChoice(choice)),
          ...(rank !== undefined && { startRank: Number(rank) }),
        },
      }),
    onSuccess: (changed) => storeAnswer(client, controlRoomQuery(eventId), changed),
    onSettled: (_, __, stored) => setDraft((now) => without(now, stored)),
  })
  /** Without the right to set the show up, what is chosen here starts it here. */
  const store = (chosen: Draft) => {
    if (room.may.setUp) choice.mutate(chosen)
  }
  return {
    board,
    typedRank,
    startRank,
    error: choice.error,
    chooseBoard: (chosen: BoardChoice) => {
      setDraft((others) => ({ ...others, board: chosen }))
      store({ board: chosen })
    },
    typeRank: (typed: string) => setDraft((others) => ({ ...others, typedRank: typed })),
    storeRank: () => {
      if (startRank === room.startRank) {
        setDraft((now) => without(now, { typedRank }))
      } else if (startRank !== null) {
        store({ typedRank })
      }
    },
  }
}

/** Removes stored choices from the draft, except those that have changed since. */
function without(draft: Draft, stored: Draft): Draft {
  return {
    ...(draft.board !== stored.board && draft.board !== undefined && { board: draft.board }),
    ...(draft.typedRank !== stored.typedRank &&
      draft.typedRank !== undefined && { typedRank: draft.typedRank }),
  }
}
