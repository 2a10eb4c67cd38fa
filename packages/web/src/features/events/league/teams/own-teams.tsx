import { addressOf, PAGES } from '@rollcall/contract/pages'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { useQuery } from '@tanstack/react-query'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { NameLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { ownTeamsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { mine: words } = texts
const MARBLE_PX = 28

/** The teams that the reader is in or has asked to join; nothing if there are none. */
export function OwnTeams() {
  const { data } = useQuery(ownTeamsQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <Panel title={words.title}>
      <ul className={rows.list}>
        {data.map(({ id, name, color, token, league, state, asking }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <RowName
                picture={
                  <RowMarble
                    racer={{ racer_name: name, color: TEAM_COLORS[color] }}
                    sizePx={MARBLE_PX}
                  />
                }
                name={name}
                link={(shown) => <NameLink to={addressOf(PAGES.team, { token })}>{shown}</NameLink>}
              />
              <span className={rows.fact}>
                <bdi>{league}</bdi>, {words[state]}
                {asking > 0 && `, ${texts.team.asking(asking)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
