import { NativeSelect } from '@mantine/core'
import { IconEye, IconEyeOff, IconListNumbers, IconTrophy } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import classes from './event-leaderboard-page.module.css'
import {
  type BoardHead,
  type EventLeaderboardView,
  streamerFrom,
} from './event-leaderboard-view.ts'
import { texts } from './texts.ts'

const { controls } = texts

interface BoardControlsProps {
  readonly streamers: readonly BoardHead[]
  readonly chosen: number | 'all'
  readonly onStreamer: (streamer: EventLeaderboardView['streamer']) => void
  readonly isDetailed: boolean
  readonly onDetails: (isDetailed: boolean) => void
  readonly revealLabel: string
  readonly isRevealing: boolean
  readonly canReveal: boolean
  readonly onReveal: () => void
  /** null: the results are still secret. */
  readonly onShowAll: (() => void) | null
}

export function BoardControls(props: BoardControlsProps) {
  const { streamers, chosen, isDetailed } = props
  const Eye = isDetailed ? IconEyeOff : IconEye
  const reveal = useRef<HTMLButtonElement>(null)
  return (
    <Row align="flex-end" className={classes.controls}>
      <NativeSelect
        className={classes.streamer ?? ''}
        size="md"
        label={controls.streamer}
        value={chosen}
        onChange={({ currentTarget }) => props.onStreamer(streamerFrom(currentTarget.value))}
      >
        <option value="all">{controls.allStreamers}</option>
        {streamers.map((streamer) => (
          <option key={streamer.userId} value={streamer.userId}>
            {streamerName(streamer)}
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
        {isDetailed ? controls.hideDetails : controls.showDetails}
      </Button>
      {props.onShowAll && (
        <Button
          className={classes.results ?? ''}
          variant="default"
          size="md"
          leftSection={<IconListNumbers size={20} aria-hidden />}
          onClick={() => {
            props.onShowAll?.()
            // This button disappears.
            reveal.current?.focus()
          }}
        >
          {controls.showResults}
        </Button>
      )}
      <Button
        ref={reveal}
        className={classes.reveal ?? ''}
        size="lg"
        leftSection={<IconTrophy size={24} aria-hidden />}
        disabled={!props.canReveal}
        // Not disabled, or it would lose the focus, and the next key press with it.
        aria-disabled={props.isRevealing || undefined}
        onClick={props.onReveal}
      >
        {props.revealLabel}
      </Button>
    </Row>
  )
}
