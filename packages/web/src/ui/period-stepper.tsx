import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { Row } from './layout/layout.tsx'
import classes from './period-stepper.module.css'
import { periodTitle, type ShownPeriod } from './period-title.ts'
import { texts } from './texts.ts'

interface PeriodStepperProps {
  readonly period: ShownPeriod
  /** The first and the last day that have anything to show; null: none has. */
  readonly firstDay: string | null
  readonly lastDay: string
  readonly onStep: (direction: -1 | 1) => void
}

/** Which week or month is shown, between those before and after it. */
export function PeriodStepper({ period, firstDay, lastDay, onStep }: PeriodStepperProps) {
  const { before, after } = texts.periods
  return (
    <Row gap="xs/sm" className={classes.steps}>
      <Button
        variant="default"
        size="xs"
        aria-label={before[period.of]}
        disabled={firstDay === null || period.first <= firstDay}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Button>
      <strong className={classes.title} aria-live="polite">
        {periodTitle(period)}
      </strong>
      <Button
        variant="default"
        size="xs"
        aria-label={after[period.of]}
        disabled={period.last >= lastDay}
        onClick={() => onStep(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </Button>
    </Row>
  )
}
