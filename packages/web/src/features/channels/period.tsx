import type { BoardPeriod, BoardSpan } from '@rollcall/contract/channels'
import { neighbourOf, periodName } from '@rollcall/contract/periods'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import layout from '#ui/page.module.css'
import { PeriodStepper } from '#ui/period-stepper.tsx'
import { seasonName } from '#ui/season-name.ts'
import { periodOf, spanOfPeriod } from './board-view.ts'
import type { Channel } from './queries.ts'
import { texts } from './texts.ts'

const { periods: words } = texts

interface PeriodStepsProps {
  readonly channel: Pick<Channel, 'today' | 'firstDay'>
  readonly of: BoardSpan
  readonly onChoose: (of: BoardSpan) => void
}

/** Which week or month of the channel is shown; nothing on the board of anything else. */
export function PeriodSteps({ channel: { today, firstDay }, of, onChoose }: PeriodStepsProps) {
  const period = periodOf(of, today)
  return (
    period !== null && (
      <PeriodStepper
        period={period}
        firstDay={firstDay}
        lastDay={today}
        onStep={(direction) => onChoose(spanOfPeriod(neighbourOf(period, direction), today))}
      />
    )
  )
}

interface PeriodNotesProps {
  readonly of: 'week' | 'month'
  readonly period: BoardPeriod
  readonly onChoose: (of: BoardSpan) => void
}

/** The other season of these days, and which points are on another board, or on none. */
export function PeriodNotes({ of, period, onChoose }: PeriodNotesProps) {
  const { season, seasons, hasUndated, stretches } = period
  const others = seasons.filter((other) => other !== season)
  return (
    <>
      {others.map((other) => (
        <Row key={other} gap="xs" className={layout.hint}>
          <span>{words.inSeason(seasonName(season))}</span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChoose(`${periodName({ ...period, of })}-S${other}`)}
          >
            {words.show(seasonName(other))}
          </Button>
        </Row>
      ))}
      {hasUndated && <p className={layout.hint}>{words.undated(seasonName(season))}</p>}
      {stretches.map(({ first, last }) => (
        <p key={first} className={layout.hint}>
          <Sentence
            text={words.stretch(formatDays(first, last))}
            parts={{ first: <span>{formatDays(first)}</span> }}
          />
        </p>
      ))}
    </>
  )
}
