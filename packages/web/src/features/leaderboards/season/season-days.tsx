import { neighbourOf, periodName } from '@rollcall/contract/periods'
import type { SeasonSpan } from '@rollcall/contract/seasons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { ChannelRows } from '#ui/board/channel-rows.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { PeriodStepper } from '#ui/period-stepper.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { TakeAwayPanel } from '../take-away-panel.tsx'
import { seasonDaysQuery } from './queries.ts'
import { texts } from './texts.ts'

const { days: words } = texts

interface SeasonDaysProps {
  readonly season: number
  /** The week or month in the address. */
  readonly of: SeasonSpan
  readonly onChoose: (of: SeasonSpan) => void
}

/** The season's channels by what was played in a week or a month. */
export function SeasonDays(props: SeasonDaysProps) {
  const { season, of } = props
  // Another week begins with its first page.
  return <Days key={`${season} ${of}`} {...props} />
}

function Days({ season, of, onChoose }: SeasonDaysProps) {
  const [page, setPage] = useState(1)
  const answer = useQuery(seasonDaysQuery(String(season), { of, page }))
  const totalPages = useTotalPages(answer, { list: of, page })
  const kind = of === 'month' || /^\d{4}-\d{2}$/.test(of) ? 'month' : 'week'
  const choices = [
    { label: words.week, of: 'week' as const },
    { label: words.month, of: 'month' as const },
  ]
  return (
    <AnswerPanel
      title={words.title}
      answer={answer}
      height="24rem"
      pages={
        <>
          {totalPages > 1 && <PageButtons page={page} totalPages={totalPages} onPage={setPage} />}
          {answer.data && answer.data.rows.length > 0 && (
            <TakeAwayPanel board={of} season={season} />
          )}
        </>
      }
    >
      {({ rows, first, last, firstDay, lastDay, held, hasUndated }) => (
        <>
          <Row gap="sm/lg" align="center">
            <ToggleButtons
              label={words.when}
              choices={choices}
              chosen={choices.find((choice) => choice.of === kind) ?? null}
              onChoose={(choice) => onChoose(choice.of)}
            />
            <PeriodStepper
              period={{ of: kind, first, last }}
              firstDay={firstDay}
              lastDay={lastDay ?? last}
              onStep={(direction) =>
                onChoose(periodName(neighbourOf({ of: kind, first, last }, direction)))
              }
            />
          </Row>
          {held > 0 && <Quiet>{words.held(held)}</Quiet>}
          {hasUndated && <Quiet>{words.undated}</Quiet>}
          {rows.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <ChannelRows
              label={words.title}
              channels={rows.map(({ rank, channel, points }) => ({
                ...channel,
                rank,
                figure: formatNumber(points),
              }))}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}
