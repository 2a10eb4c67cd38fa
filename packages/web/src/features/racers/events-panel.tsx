import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { FirstFew } from '#ui/first-few.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { alignedFormat } from '#ui/format-number.ts'
import { EventLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName } from '#ui/person.tsx'
import type { RacerPageAnswer } from './queries.ts'
import { texts } from './texts.ts'

const { events: words } = texts
const FIRST = 5

/** Events whose results everybody has seen, with the racer's place in each. */
export function EventsPanel({ events }: Pick<RacerPageAnswer, 'events'>) {
  const { latest, total } = events
  const format = alignedFormat(latest.map(({ points }) => points))
  return (
    <Panel title={words.title}>
      <FirstFew items={latest} first={FIRST} all={words.all}>
        {(shown) => (
          <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={words.title}>
            {shown.map(({ token, name, rank, of, points, startAt, endAt }) => (
              <li key={token} className={`${ranked.row} ${rows.row}`}>
                <RankBadge rank={rank} isOrder={false} />
                <span className={ranked.name}>
                  <EventLink token={token}>
                    <ForeignName>{name}</ForeignName>
                  </EventLink>
                </span>
                <span className={ranked.points}>{format(points)}</span>
                <span className={rows.facts}>
                  {words.facts(rank, of, formatDays(startAt, endAt))}
                </span>
              </li>
            ))}
          </ol>
        )}
      </FirstFew>
      {total > latest.length && <p>{words.more(total - latest.length)}</p>}
    </Panel>
  )
}
