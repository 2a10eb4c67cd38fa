import { addressOf, PAGES } from '@rollcall/contract/pages'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import type { Answer } from '#api/call-api.ts'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { NameLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { actsOf, type listOwnTeams, ownTeamsQuery, useAct } from './queries.ts'
import { texts } from './texts.ts'

const { mine: words } = texts
const MARBLE_PX = 28

type OwnTeam = Answer<typeof listOwnTeams>[number]

/** The teams that the reader is in or has asked to join; nothing if there are none. */
export function OwnTeams() {
  const { data } = useQuery(ownTeamsQuery)
  const [done, setDone] = useState<Done | null>(null)
  const withdrawing = useAct<OwnTeam>(
    (team) => actsOf(String(team.seriesId), team).remove(team.memberId),
    ({ name }) => setDone({ sentence: words.withdrawn(name) }),
  )
  if (data === undefined || (data.length === 0 && done === null)) return null
  return (
    <Panel title={words.title}>
      <DoneMessage done={done} takesFocus />
      {withdrawing.error && <Notice message={sentenceOf(withdrawing.error)} />}
      <ul className={rows.list}>
        {data.map((team) => (
          <li key={team.id} className={rows.row}>
            <TeamLine team={team} />
            {team.state === 'asked' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={words.withdrawNamed(team.name)}
                loading={withdrawing.isPending && withdrawing.variables.id === team.id}
                onClick={() => withdrawing.mutate(team)}
              >
                {words.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function TeamLine({ team }: { readonly team: OwnTeam }) {
  const { name, color, token, league, state, asking } = team
  return (
    <span className={rows.words}>
      <RowName
        picture={
          <RowMarble racer={{ racer_name: name, color: TEAM_COLORS[color] }} sizePx={MARBLE_PX} />
        }
        name={name}
        // Who only asks must not read a link that was replaced meanwhile.
        link={
          token === null
            ? undefined
            : (shown) => <NameLink to={addressOf(PAGES.team, { token })}>{shown}</NameLink>
        }
      />
      <span className={rows.fact}>
        <bdi>{league}</bdi>, {words[state]}
        {asking > 0 && `, ${texts.team.asking(asking)}`}
      </span>
    </span>
  )
}
