import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { ReactElement, ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { joinElements } from '#ui/format-list.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { ChannelLink, EventLink, RacerLink } from '#ui/links.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import classes from './event-lines.module.css'
import { texts } from './texts.ts'
import { withUniqueKeys } from './unique-keys.ts'

const { events: words } = texts

interface Streamer {
  readonly platform: string
  readonly login: string
  readonly name: string
}

export interface ListedEvent {
  readonly name: string
  readonly token: string
  readonly startAt: string
  readonly endAt: string
  readonly startsAt: string
  readonly endsAt: string
  readonly showAt: string | null
  readonly organiser: Streamer & { readonly hasPage: boolean }
  readonly streamers: readonly Streamer[]
  readonly streamerCount: number
  readonly results: 'waiting' | 'revealing' | 'shown'
  readonly winners: readonly (RacerLabel & { readonly points: number })[]
  readonly moreWinners: number
}

interface EventLinesProps {
  readonly label: string
  readonly events: readonly ListedEvent[]
}

/** Listed events: each leads to its public page. */
export function EventLines({ label, events }: EventLinesProps) {
  return (
    <ul className={lines.lines} aria-label={label}>
      {events.map((event) => (
        <li key={event.token} data-results={event.results}>
          <span className={lines.name}>
            <EventLink token={event.token}>
              <bdi>{event.name}</bdi>
            </EventLink>
          </span>
          <Quiet as="span" className={classes.days}>
            {formatDays(event.startAt, event.endAt)}
          </Quiet>
          <p className={classes.state}>
            <State event={event} />
          </p>
          <p className={classes.people}>
            <People event={event} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function State({ event }: { readonly event: ListedEvent }): ReactNode {
  const { results, winners, startsAt, endsAt, showAt } = event
  if (results === 'shown' && winners.length > 0) return <Winners event={event} />
  if (results !== 'waiting') return <>{results === 'shown' ? words.nobody : words.revealing}</>
  const now = Date.now()
  if (Date.parse(endsAt) <= now) {
    return <WithShow showAt={showAt} state={<span>{words.waiting}</span>} />
  }
  if (Date.parse(startsAt) > now) {
    return <WithShow showAt={showAt} state={<At text={words.begins} instant={startsAt} />} />
  }
  // The show is often on the last evening, some hours before that day ends.
  return showAt === null || Date.parse(showAt) <= now ? (
    <At text={words.ends} instant={endsAt} />
  ) : (
    <PlannedShow showAt={showAt} />
  )
}

function WithShow({ state, showAt }: { readonly state: ReactNode } & Pick<ListedEvent, 'showAt'>) {
  return (
    <>
      {state} <PlannedShow showAt={showAt} />
    </>
  )
}

function At({ text, instant }: { readonly text: string; readonly instant: string }) {
  return (
    <span>
      <Sentence
        text={text}
        parts={{ time: <time dateTime={instant}>{formatInstant(instant)}</time> }}
      />
    </span>
  )
}

const nameOf = ({ racer_name }: ListedEvent['winners'][number]) => racer_name

function Winners({ event: { winners, moreWinners } }: { readonly event: ListedEvent }) {
  const names = withUniqueKeys(winners, nameOf).map(({ key, item: winner }) => (
    <RacerLink key={key} racer={winner}>
      <bdi>{shownName(winner)}</bdi>
    </RacerLink>
  ))
  return (
    <Sentence
      text={words.won(winners[0]?.points ?? 0)}
      parts={{ winners: <>{joined(names, moreWinners)}</> }}
    />
  )
}

function People({
  event: { organiser, streamers, streamerCount },
}: {
  readonly event: ListedEvent
}) {
  const names = streamers.map((streamer) => (
    <ChannelLink key={`${streamer.platform} ${streamer.login}`} channel={streamer}>
      <bdi>{streamer.name}</bdi>
    </ChannelLink>
  ))
  const name = <bdi>{organiser.name}</bdi>
  return (
    <Sentence
      text={words.people}
      parts={{
        organiser: organiser.hasPage ? <ChannelLink channel={organiser}>{name}</ChannelLink> : name,
        streamers: <>{joined(names, streamerCount - streamers.length)}</>,
      }}
    />
  )
}

function joined(names: readonly ReactElement[], more: number) {
  return joinElements(more === 0 ? names : [...names, <span key="more">{words.more(more)}</span>])
}
