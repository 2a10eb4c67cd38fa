import { Button, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type RefCallback, useRef } from 'react'
import { CoupledDates } from './coupled-dates.tsx'
import type { SeriesFormProps } from './create-series-questions.tsx'
import type { EventDraft } from './event-draft.ts'
import classes from './event-form.module.css'
import { LeaderboardSelect } from './leaderboard-select.tsx'
import {
  addEvent,
  changeEvent,
  hasRoomForEvents,
  missingForNextEvent,
  type RowDraft,
  removeEvent,
  SERIES_LABEL_LENGTH,
} from './series-draft.ts'
import { StillMissing } from './still-missing.tsx'
import { StreamerSelect } from './streamer-select.tsx'

interface RowProps {
  readonly title: string
  readonly row: RowDraft
  readonly nameRef: RefCallback<HTMLInputElement>
  readonly hasOwnStreamers: boolean
  readonly hasOwnLeaderboard: boolean
  readonly onChange: (change: Partial<EventDraft>) => void
  readonly onRemove: () => void
}

function Row(props: RowProps) {
  const { title, row, nameRef, hasOwnStreamers, hasOwnLeaderboard, onChange, onRemove } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside the button in its line.
    <div role="group" aria-label={title} className={classes.row}>
      <div className={classes.rowHead}>
        <h3 className={classes.rowTitle}>{title}</h3>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Remove ${title}`}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <TextInput
        ref={nameRef}
        label="Event Name"
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <CoupledDates days={row} onChange={onChange} />
      {hasOwnStreamers && (
        <StreamerSelect
          label="Select participating streamers"
          chosen={row.participants}
          onChange={(participants) => onChange({ participants })}
        />
      )}
      {hasOwnLeaderboard && (
        <LeaderboardSelect
          label="Select leaderboard"
          maxLabelLength={SERIES_LABEL_LENGTH}
          chosen={row.leaderboard}
          onChoose={(leaderboard) => onChange({ leaderboard })}
        />
      )}
    </div>
  )
}

/** The events of a series, and the button for another one. */
export function CreateSeriesRows({ draft, onChange }: SeriesFormProps) {
  const section = useRef<HTMLElement>(null)
  const isAdding = useRef(false)
  const missing = missingForNextEvent(draft)
  const hasRows = draft.events.length > 0
  return (
    <section ref={section} tabIndex={-1} className={classes.rows} aria-label="Events">
      {draft.events.map((row, index) => (
        <Row
          key={row.key}
          title={`Event ${index + 1}`}
          row={row}
          nameRef={(input) => {
            // The button that was pressed has gone: on with the row it made.
            if (!input || !isAdding.current || index < draft.events.length - 1) return
            isAdding.current = false
            input.focus()
          }}
          hasOwnStreamers={draft.hasSameStreamers === false}
          hasOwnLeaderboard={draft.hasSameLeaderboard === false}
          onChange={(change) => onChange(changeEvent(draft, { key: row.key, change }))}
          onRemove={() => {
            // Before the button that has the focus goes.
            section.current?.focus()
            onChange(removeEvent(draft, row.key))
          }}
        />
      ))}
      {hasRoomForEvents(draft) && (
        <div className={classes.actions}>
          {missing.length === 0 ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => {
                isAdding.current = true
                onChange(addEvent(draft))
              }}
            >
              {hasRows ? 'Add Another Event' : 'Add Event'}
            </Button>
          ) : (
            <StillMissing
              before={`${hasRows ? 'another' : 'an'} event can be added`}
              missing={missing}
            />
          )}
        </div>
      )}
    </section>
  )
}
