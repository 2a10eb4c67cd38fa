import { useQuery } from '@tanstack/react-query'
import { LeagueLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { ownEntriesQuery } from './queries.ts'
import { texts } from './texts.ts'
import { WithdrawButton } from './withdraw-button.tsx'

const { mine: words } = texts

/** The leagues that the reader has entered or asked to enter; nothing if there are none. */
export function OwnEntries() {
  const { data } = useQuery(ownEntriesQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <Panel title={words.title}>
      <ul className={rows.list}>
        {data.map((entry) => (
          <li key={entry.id} className={rows.row}>
            <span className={rows.words}>
              {entry.token === null ? (
                <bdi>{entry.league}</bdi>
              ) : (
                <LeagueLink token={entry.token}>
                  <bdi>{entry.league}</bdi>
                </LeagueLink>
              )}
              <span className={rows.fact}>{words[entry.kind][entry.state]}</span>
            </span>
            <WithdrawButton entry={entry} league={entry.league} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
