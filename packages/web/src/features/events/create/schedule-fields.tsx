import { NativeSelect, TextInput } from '@mantine/core'
import { MAX_EVENT_DAYS, MAX_SERIES_EVENTS } from '@rollcall/contract/events'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDays, formatLongWeekday } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { today } from '../event-draft.ts'
import { ShowTimeField } from '../event-fields.tsx'
import classes from '../event-form.module.css'
import {
  daysOfRounds,
  INTERVALS,
  listMissingForSchedule,
  type Schedule,
  usualSchedule,
} from './schedule.ts'
import { texts } from './texts.ts'

const { schedule: words } = texts

interface ScheduleFieldsProps {
  readonly onFillIn: (schedule: Schedule) => void
}

/** Adds all rounds of a series at once. */
export function ScheduleFields({ onFillIn }: ScheduleFieldsProps) {
  const [schedule, setSchedule] = useState(() => usualSchedule(today()))
  const change = (part: Partial<Schedule>) => setSchedule((before) => ({ ...before, ...part }))
  const missing = listMissingForSchedule(schedule)
  const rounds = missing.length === 0 ? daysOfRounds(schedule) : []
  const [first, last] = [rounds[0], rounds.at(-1)]
  return (
    <Stack as="fieldset" aria-label={words.title} className={classes.row}>
      <h3 className={classes.rowTitle}>{words.title}</h3>
      <Stack columns="11rem">
        <TextInput
          label={words.rounds}
          type="number"
          min={1}
          max={MAX_SERIES_EVENTS}
          value={schedule.rounds}
          onChange={({ currentTarget }) => change({ rounds: currentTarget.value })}
        />
        <TextInput
          label={words.firstDay}
          type="date"
          max="9999-12-31"
          value={schedule.firstDay}
          onChange={({ currentTarget }) => change({ firstDay: currentTarget.value })}
        />
        <NativeSelect
          label={words.repeats}
          value={schedule.everyDays}
          onChange={({ currentTarget }) => change({ everyDays: Number(currentTarget.value) })}
        >
          {INTERVALS.map((days) => (
            <option key={days} value={days}>
              {words.every[days](
                schedule.firstDay === '' ? '' : formatLongWeekday(schedule.firstDay),
              )}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label={words.days}
          type="number"
          min={1}
          max={MAX_EVENT_DAYS}
          value={schedule.days}
          onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        />
        <ShowTimeField showTime={schedule.showTime} onChange={(showTime) => change({ showTime })} />
      </Stack>
      <Row gap="sm/md">
        {first && last ? (
          <>
            <Button
              variant="default"
              leftSection={<IconCalendarRepeat size={18} aria-hidden />}
              onClick={() => onFillIn(schedule)}
            >
              {words.fillIn(rounds.length)}
            </Button>
            <Quiet as="span">
              {words.preview(
                formatDays(first.startDate, first.endDate),
                formatDays(last.startDate, last.endDate),
              )}
            </Quiet>
          </>
        ) : (
          <Quiet className={classes.missing}>{words.incomplete(missing)}</Quiet>
        )}
      </Row>
    </Stack>
  )
}
