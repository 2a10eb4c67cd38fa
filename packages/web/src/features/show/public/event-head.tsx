import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { getPublicEvent } from '@rollcall/contract/show-links'
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { formatDays, formatInstantInZone, formatUntil } from '#ui/format-instant.ts'
import { joinElements } from '#ui/format-list.ts'
import { pointsFormat } from '#ui/format-number.ts'
import { Fact, Head } from '#ui/head.tsx'
import { eventAddress, LeagueLink, PersonLink, RacerLink } from '#ui/links.tsx'
import { comingShow } from './coming-show.ts'
import { texts } from './texts.ts'

interface EventHeadProps {
  readonly token: string
  readonly view: ShowView
  /** null: it did not load. */
  readonly series: ResponseOf<typeof getPublicEvent>['series']
  readonly now: number
  readonly next?: ReactNode
  /** Whether a replay leaves open who won. */
  readonly hidesWinner: boolean
}

/** What the event is, when, and who won. */
export function EventHead({ token, view, series, now, next, hidesWinner }: EventHeadProps) {
  const { event, board, table, scene, rowCount } = view
  const hasWinner = (scene === 'podium' || scene === 'final') && !hidesWinner
  const figure = figureOf(view, { now, hasWinner })
  return (
    <Head
      kind={
        series === null ? (
          texts.kind
        ) : (
          <Sentence
            text={texts.round(series.round, series.of)}
            parts={{ series: <Series {...series} /> }}
          />
        )
      }
      name={event.name}
      {...(figure && { figure })}
      share={eventAddress(token)}
      next={next}
    >
      <Fact>{formatDays(event.startAt, event.endAt)}</Fact>
      <Fact>
        <Sentence
          text={texts.organiser}
          parts={{
            organiser: (
              <PersonLink page={event.organiser.page}>
                <bdi>{event.organiser.username}</bdi>
              </PersonLink>
            ),
          }}
        />
      </Fact>
      {board && (
        <Fact>
          <Sentence text={texts.board} parts={{ streamer: <bdi>{board.username}</bdi> }} />
        </Fact>
      )}
      {table && (
        <Fact>
          <Sentence
            text={texts.table[table.of]}
            parts={{ league: <Series name={table.league} league={series?.league ?? null} /> }}
          />
        </Fact>
      )}
      {rowCount > 0 && (
        <Fact>{table?.of === 'teams' ? texts.teams(rowCount) : texts.racers(rowCount)}</Fact>
      )}
    </Head>
  )
}

type SeriesProps = NonNullable<EventHeadProps['series']>

/** Leads to the league that the series is, if that has a public page. */
function Series({ name, league }: Pick<SeriesProps, 'name' | 'league'>) {
  if (league === null) return <bdi>{name}</bdi>
  return (
    <LeagueLink token={league}>
      <bdi>{name}</bdi>
    </LeagueLink>
  )
}

function figureOf(view: ShowView, { now, hasWinner }: { now: number; hasWinner: boolean }) {
  const { event, scene, rows } = view
  const winners = hasWinner ? rows.filter(({ rank }) => rank === 1) : []
  const [first] = winners
  if (first) {
    return {
      label: winners.length === 1 ? texts.winner.one : texts.winner.other,
      value: <Names racers={winners} />,
      note: texts.points(first.event_points, pointsFormat(view)),
    }
  }
  if (scene !== 'before' && scene !== 'standings') return undefined
  if (now < Date.parse(event.startsAt)) return until(texts.starts, { instant: event.startsAt, now })
  const end = Date.parse(event.endsAt)
  const showAt = comingShow(view, now)
  // The show is often on the last evening, some hours before that day ends.
  if (showAt !== null && (now >= end || Date.parse(showAt) < end)) {
    return until(texts.reveal, { instant: showAt, now })
  }
  return now < end
    ? until(texts.ends, { instant: event.endsAt, now })
    : { label: texts.results, value: texts.toCome }
}

function until(label: string, { instant, now }: { instant: string; now: number }) {
  return {
    label,
    value: <time dateTime={instant}>{formatUntil(instant, now)}</time>,
    note: formatInstantInZone(instant),
  }
}

/** How many winners are named. */
const NAMED = 2

function Names({ racers }: { readonly racers: readonly ShowRow[] }) {
  const names = racers.slice(0, NAMED).map((racer) => (
    <RacerLink key={racer.id} racer={racer}>
      <bdi>{shownName(racer)}</bdi>
    </RacerLink>
  ))
  const others = racers.length - names.length
  const more = <span key="more">{texts.more(others)}</span>
  return <>{joinElements(others === 0 ? names : [...names, more])}</>
}
