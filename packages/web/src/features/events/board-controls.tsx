import { Button, NativeSelect } from '@mantine/core'
import type { EventBoard } from '@rollcall/contract/events'
import { IconEye, IconEyeOff, IconTrophy } from '@tabler/icons-react'
import classes from './board-controls.module.css'
import { type EventLeaderboardView, streamerFrom } from './event-leaderboard-view.ts'

interface BoardControlsProps {
  readonly boards: readonly EventBoard[]
  /** null: all streamers. */
  readonly shown: EventBoard | null
  readonly onStreamer: (streamer: EventLeaderboardView['streamer']) => void
  readonly isDetailed: boolean
  readonly onDetails: (isDetailed: boolean) => void
  readonly revealLabel: string
  readonly canReveal: boolean
  readonly onReveal: () => void
}

export function BoardControls(props: BoardControlsProps) {
  const { boards, shown, isDetailed } = props
  const Eye = isDetailed ? IconEyeOff : IconEye
  return (
    <div className={classes.controls}>
      <NativeSelect
        className={classes.streamer ?? ''}
        size="md"
        label="Streamer"
        value={shown?.userId ?? 'all'}
        onChange={({ currentTarget }) => props.onStreamer(streamerFrom(currentTarget.value))}
      >
        <option value="all">All Streamers</option>
        {boards.map(({ userId, username }) => (
          <option key={userId} value={userId}>
            {username}
          </option>
        ))}
      </NativeSelect>
      <Button
        className={classes.details ?? ''}
        variant="default"
        size="md"
        leftSection={<Eye size={20} aria-hidden />}
        onClick={() => props.onDetails(!isDetailed)}
      >
        {isDetailed ? 'Hide Details' : 'Show Details'}
      </Button>
      <Button
        className={classes.reveal ?? ''}
        size="lg"
        leftSection={<IconTrophy size={24} aria-hidden />}
        disabled={!props.canReveal}
        onClick={props.onReveal}
      >
        {props.revealLabel}
      </Button>
    </div>
  )
}
