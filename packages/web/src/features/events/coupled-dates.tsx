import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { type Days, endingOn, startingOn } from './event-draft.ts'
import classes from './event-form.module.css'

interface CoupledDatesProps {
  readonly days: Days
  readonly onChange: (days: Days) => void
}

/** A start and an end of which one takes the other along, so that they are never the wrong way round. */
export function CoupledDates({ days, onChange }: CoupledDatesProps) {
  // A date typed by keyboard passes through others (12 through 1): each is coupled to the days as they
  // were when the field got the focus, so that what it passes through leaves no trace.
  const before = useRef<Days>(days)
  const field = {
    type: 'date',
    max: '9999-12-31',
    onFocus: () => {
      before.current = days
    },
  } as const
  return (
    <div className={classes.pair}>
      <TextInput
        {...field}
        label="Start Date"
        value={days.startDate}
        onChange={({ currentTarget }) => onChange(startingOn(before.current, currentTarget.value))}
      />
      <TextInput
        {...field}
        label="End Date"
        value={days.endDate}
        onChange={({ currentTarget }) => onChange(endingOn(before.current, currentTarget.value))}
      />
    </div>
  )
}
