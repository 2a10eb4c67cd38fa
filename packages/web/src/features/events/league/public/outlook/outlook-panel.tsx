import { getLeagueOutlook, type LeagueOutlook } from '@rollcall/contract/leagues-outlook'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { shownName } from '@rollcall/scoring/racer'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { RacerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { aboutLeague } from '../queries.ts'
import { texts } from './texts.ts'

const outlookQuery = (token: string) =>
  queryOptions(asking(getLeagueOutlook, { params: { token }, token: null }, aboutLeague(token)))

interface OutlookPanelProps {
  readonly token: string
  readonly league: Pick<PublicLeague, 'rounds'>
}

/** Who is certain to win, who can still win, and what it takes; nothing before the first final round and after the last. */
export function OutlookPanel({ token, league }: OutlookPanelProps) {
  const isOpen =
    league.rounds.some(({ state }) => state === 'final') &&
    league.rounds.some(({ state }) => state !== 'final' && state !== 'voided')
  const { data, error, refetch } = useQuery({ ...outlookQuery(token), enabled: isOpen })
  if (!isOpen || (data?.remaining === 0 && !error)) return null
  return (
    <Panel title={texts.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && !data.isBounded && <Quiet>{texts.unbounded}</Quiet>}
      {data?.isBounded && (
        <>
          <Quiet>{texts.lead(data.remaining)}</Quiet>
          <ul className={lines.lines}>
            {data.rows.map((row) => (
              <li key={row.racer_name}>
                <span>
                  <Sentence
                    text={sentenceOf(row)}
                    parts={{
                      racer: (
                        <RacerLink racer={row}>
                          <bdi>{shownName(row)}</bdi>
                        </RacerLink>
                      ),
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function sentenceOf({ state, needs }: LeagueOutlook['rows'][number]): string {
  if (state !== 'open') return texts[state]
  if (needs === null) return texts.open
  const { moreThan, rounds } = needs
  if (moreThan === null) return texts.needsRounds(rounds)
  return rounds > 0 ? texts.needsBoth(moreThan, rounds) : texts.needs(moreThan)
}
