import { hasCounted } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { nextRound } from '@rollcall/contract/leagues-season'
import { shownName } from '@rollcall/scoring/racer'
import { Sentence } from '#texts/sentence.tsx'
import { formatDays, formatInstantInZone, formatUntil } from '#ui/format-instant.ts'
import { joinElements } from '#ui/format-list.ts'
import { Fact, Head } from '#ui/head.tsx'
import { leagueAddress, PersonLink, RacerLink } from '#ui/links.tsx'
import { texts as rowTexts } from '../rows/texts.ts'
import { nextShow } from './next-round.ts'
import { texts } from './texts.ts'

const { next: words } = texts

interface LeagueHeadProps {
  readonly token: string
  readonly league: PublicLeague
  readonly now: number
}

/** Who leads and by how much, how many rounds are played, and when the next one is. */
export function LeagueHead({ token, league, now }: LeagueHeadProps) {
  const { name, organiser, rounds, lead, total } = league
  const played = rounds.filter(hasCounted).length
  const next = nextRound(rounds)
  const show = nextShow(rounds, now)
  return (
    <Head
      kind={texts.kind}
      name={name}
      figure={lead === null ? comingFigure(league, now) : leadFigure(lead, league.isFinished)}
      share={leagueAddress(token)}
    >
      {rounds.length > 0 && <Fact>{texts.played(played, rounds.length)}</Fact>}
      {next && lead && (
        <Fact>
          <Sentence
            text={
              next.state === 'open'
                ? words.running
                : words.fact(formatDays(next.startAt, next.endAt))
            }
            parts={{ round: <bdi>{next.name}</bdi> }}
          />
        </Fact>
      )}
      {show && (
        <Fact>
          <Sentence
            text={words.show}
            parts={{
              round: <bdi>{show.name}</bdi>,
              time: (
                <time dateTime={show.showAt} title={formatInstantInZone(show.showAt)}>
                  {formatUntil(show.showAt, now)}
                </time>
              ),
            }}
          />
        </Fact>
      )}
      {total > 0 && (
        <Fact>{(areStreamers(league) ? rowTexts.streamer.count : texts.racers)(total)}</Fact>
      )}
      <Fact>
        <Sentence
          text={texts.organiser}
          parts={{
            organiser: (
              <PersonLink page={organiser.page}>
                <bdi>{organiser.username}</bdi>
              </PersonLink>
            ),
          }}
        />
      </Fact>
    </Head>
  )
}

export const areStreamers = ({ rules }: Pick<PublicLeague, 'rules'>) =>
  rules.rows?.kind === 'streamers'

function leadFigure(
  { racers, count, total, next }: NonNullable<PublicLeague['lead']>,
  isFinished: boolean,
) {
  const words = isFinished ? texts.champion : texts.leader
  return {
    label: count === 1 ? words.one : words.other,
    value: <Racers racers={racers} count={count} />,
    note:
      next === null ? (
        texts.alone(total)
      ) : (
        <Sentence
          text={next.behind === 0 ? texts.level(total) : texts.ahead(total, next.behind)}
          parts={{ next: <bdi>{shownName(next)}</bdi> }}
        />
      ),
  }
}

function comingFigure({ rounds }: PublicLeague, now: number) {
  const next = nextRound(rounds)
  const show = nextShow(rounds, now)
  const isRunning = next?.state === 'open'
  const instant = isRunning ? next.endsAt : next?.startsAt
  // A round is often shown on its last evening, some hours before its days are over.
  if (show && (instant === undefined || Date.parse(show.showAt) < Date.parse(instant))) {
    return until(words.reveal, { instant: show.showAt, now })
  }
  return instant === undefined
    ? { label: words.results, value: rounds.length > 0 ? words.toCome : words.none }
    : until(isRunning ? words.ends : words.starts, { instant, now })
}

function until(label: string, { instant, now }: { instant: string; now: number }) {
  return {
    label,
    value: <time dateTime={instant}>{formatUntil(instant, now)}</time>,
    note: formatInstantInZone(instant),
  }
}

interface RacersProps {
  readonly racers: NonNullable<PublicLeague['lead']>['racers']
  /** How many there are, named or not. */
  readonly count: number
}

/** Those who share a first rank. */
export function Racers({ racers, count }: RacersProps) {
  const names = racers.map((racer, index) => (
    // Hidden racers have the same name.
    // biome-ignore lint/suspicious/noArrayIndexKey: they are in order.
    <RacerLink key={index} racer={racer}>
      <bdi>{shownName(racer)}</bdi>
    </RacerLink>
  ))
  const others = count - racers.length
  return (
    <span>
      {joinElements(
        others === 0 ? names : [...names, <span key="more">{texts.more(others)}</span>],
      )}
    </span>
  )
}
