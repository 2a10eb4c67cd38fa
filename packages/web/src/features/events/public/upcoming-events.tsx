import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { EventLines } from '#ui/board/event-lines.tsx'
import { publicEventsQuery } from './queries.ts'
import { texts } from './texts.ts'

const SHOWN = 4

/** Listed events that run now, and the next ones. */
export function UpcomingEvents() {
  const answer = useQuery(publicEventsQuery())
  return (
    <AnswerPanel title={texts.onFront} answer={answer} height="10rem">
      {({ now, soon }) => {
        const events = [...now, ...soon].slice(0, SHOWN)
        return (
          <>
            {events.length === 0 ? (
              <p>{texts.noneNowOrSoon}</p>
            ) : (
              <EventLines label={texts.onFront} events={events} />
            )}
            <p>
              <Link to={PAGES.events.path}>{texts.all}</Link>
            </p>
          </>
        )
      }}
    </AnswerPanel>
  )
}
