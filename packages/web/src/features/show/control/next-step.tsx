/** What the organiser alone knows of the next step, and whether its name waits. */
import { Switch } from '@mantine/core'
import type { ControlRoom } from '@rollcall/contract/show'
import { shownName } from '@rollcall/scoring/racer'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { ForeignName } from '#ui/person.tsx'
import { KeyList } from '../key-list.tsx'
import { texts as keys } from '../keys-texts.ts'
import { useHold } from '../use-hold.ts'
import { useKeys } from '../use-keys.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'

const { controls } = texts

interface NextStepProps {
  readonly eventId: string
  readonly room: ControlRoom
}

export function NextStep({ eventId, room }: NextStepProps) {
  const { holdsNext, pressesLeft, isPodiumOpen } = room
  const hold = useHold(eventId, room)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  useKeys((event) => {
    if (event.key.toLowerCase() === 'h') {
      hold.toggle()
    } else if (event.key === '?') {
      setAreKeysOpen(true)
    }
  })
  return (
    <>
      <NextRows room={room} />
      {pressesLeft !== null && !isPodiumOpen && <Quiet>{controls.pressesLeft(pressesLeft)}</Quiet>}
      <Row gap="md" justify="space-between">
        <Switch
          label={controls.hold}
          description={controls.holdHint}
          checked={holdsNext}
          onChange={({ currentTarget }) => hold.set(currentTarget.checked)}
        />
        <Button variant="default" size="compact-sm" onClick={() => setAreKeysOpen(true)}>
          {keys.open}
        </Button>
      </Row>
      {hold.failure && <Notice message={sentenceOf(hold.failure)} />}
      <KeyList of="control" isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
    </>
  )
}

function NextRows({ room }: { readonly room: ControlRoom }) {
  const { nextRows } = room
  if (nextRows.length === 0) {
    return null
  }
  return (
    <section className={classes.next} aria-label={controls.nextRows}>
      <Quiet>{controls.nextRows}</Quiet>
      <ul>
        {nextRows.map((row) => (
          <li key={row.id}>
            <ForeignName>{shownName(row)}</ForeignName>
            <span translate="no">{formatNumber(row.event_points)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
