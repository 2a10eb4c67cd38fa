import { Skeleton } from '@mantine/core'
import { qualifiedLogin, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { Sentence } from '#texts/sentence.tsx'
import { HeldDaySentence } from '#ui/board/held-day.tsx'
import { Button } from '#ui/button.tsx'
import { Following } from '#ui/following.tsx'
import { formatLongDay } from '#ui/format-instant.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { NameLink, nightAddress, RacerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { listedRow } from './listed-row.ts'
import { texts } from './night-texts.ts'
import classes from './nights-panel.module.css'
import { NIGHTS_KEY, type NightLine, nightsQuery } from './queries.ts'

const { list: words } = texts
const SKELETONS = [1, 2, 3, 4, 5, 6, 7]

type Address = { readonly platform: string; readonly login: string }

interface NightsBeforeProps {
  /** null: nothing has been played yet. */
  readonly channel: Address | null
  readonly children: ReactNode
}

/** A channel's nights, and what is below them. */
export function NightsBefore({ channel, children }: NightsBeforeProps) {
  // What is there already stays in sight when the first upload makes the channel.
  const [isThereAtFirst] = useState(channel !== null)
  const first = useQuery({
    ...nightsQuery(channel === null ? '' : qualifiedLogin(channel), null),
    enabled: channel !== null,
  })
  return (
    <>
      {channel && <NightsPanel channel={channel} />}
      <Following isWaiting={isThereAtFirst && first.isPending}>{children}</Following>
    </>
  )
}

/** The days on which anything was played, the latest first, each with its winner. */
function NightsPanel({ channel }: { readonly channel: Address }) {
  // The pages before this one, by the days before which they begin.
  const [later, setLater] = useState<readonly string[]>([])
  const { data, error, isPlaceholderData, refetch } = useQuery(
    nightsQuery(qualifiedLogin(channel), later.at(-1) ?? null),
  )
  const { data: user } = useQuery(currentUserQuery)
  useLive(user?.id === undefined ? null : `owner/uploads:${user.id}`, NIGHTS_KEY)
  const last = data?.nights.at(-1)?.day
  return (
    <Panel title={words.title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading className={classes.loading}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="2.5rem" />
          ))}
        </Loading>
      )}
      {data?.nights.length === 0 && <Quiet>{words.none}</Quiet>}
      {data && data.nights.length > 0 && (
        <ol className={`${lines.lines} ${classes.nights}`} aria-busy={isPlaceholderData}>
          {data.nights.map((night) => (
            <li key={night.day}>
              <NameLink to={nightAddress(channel, night.day)}>{formatLongDay(night.day)}</NameLink>
              <NightOutcome night={night} />
            </li>
          ))}
        </ol>
      )}
      {(data?.hasEarlier || (later.length > 0 && (data || error))) && (
        <Row gap="sm" className={classes.ways}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={later.length === 0}
            onClick={() => setLater(later.slice(0, -1))}
          >
            {words.later}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!data?.hasEarlier || last === undefined}
            onClick={() => last !== undefined && setLater([...later, last])}
          >
            {words.earlier}
          </Button>
        </Row>
      )}
    </Panel>
  )
}

function NightOutcome({ night: { isRunning, held, recap } }: { readonly night: NightLine }) {
  if (recap === null) {
    return <span>{held && <HeldDaySentence held={held} />}</span>
  }
  const { winner, games, racers, more } = recap
  const row = winner && listedRow(winner)
  return (
    <>
      <span>
        {row === null ? (
          <Quiet as="span">{words.nobody}</Quiet>
        ) : (
          <Sentence
            text={isRunning ? words.leads(more) : words.won(more)}
            parts={{
              racer: (
                <RacerLink racer={row}>
                  <bdi>{shownName(row)}</bdi>
                </RacerLink>
              ),
            }}
          />
        )}
      </span>
      <Quiet as="span">{words.facts(games, racers)}</Quiet>
    </>
  )
}
