import type { listEntrants } from '@rollcall/contract/league-entering'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Answer } from '#api/call-api.ts'
import { joinElements } from '#ui/format-list.ts'
import { PersonLink, RacerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { entrantsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { entrants: words } = texts

type Entrants = Answer<typeof listEntrants>

/** Who has entered the league, for everybody; nothing if nobody has, and nobody must. */
export function EntrantsPanel({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery(entrantsQuery(token))
  if (error) {
    return (
      <Panel title={words.title}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (data === undefined) return null
  const { streamers, hiddenStreamers, racers } = data
  const hasStreamers = streamers.length + hiddenStreamers > 0
  if (!hasStreamers && racers === null) return null
  return (
    <Panel title={words.title}>
      {hasStreamers && (
        <p>
          {words.streamers}{' '}
          {joinElements([
            ...streamers.map((streamer) => (
              <PersonLink key={streamer.page.login} page={streamer.page}>
                <bdi>{streamerName(streamer)}</bdi>
              </PersonLink>
            )),
            ...hiddenOnes(hiddenStreamers),
          ])}
        </p>
      )}
      {racers && <Racers racers={racers} />}
    </Panel>
  )
}

function Racers({ racers }: { readonly racers: NonNullable<Entrants['racers']> }) {
  const { named, others, hidden } = racers
  const count = named.length + others + hidden
  if (count === 0) return <p>{words.noRacers}</p>
  return (
    <details>
      <summary>{words.racers(count)}</summary>
      <p>
        {joinElements([
          ...named.map((racer) => (
            <RacerLink key={racer.racer_name} racer={racer}>
              <bdi>{shownName(racer)}</bdi>
            </RacerLink>
          )),
          ...(others > 0 ? [<span key="more">{words.more(others)}</span>] : []),
          ...hiddenOnes(hidden),
        ])}
      </p>
    </details>
  )
}

const hiddenOnes = (count: number): ReactElement[] =>
  count > 0 ? [<span key="hidden">{words.hidden(count)}</span>] : []
