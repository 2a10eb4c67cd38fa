import { addressOf, PAGES } from '@rollcall/contract/pages'
import {
  IconCalendarWeek,
  IconCrown,
  IconFlag,
  IconFlag3,
  IconMedal,
  IconRotate360,
  IconStopwatch,
  IconSwords,
  IconTournament,
  IconTrophy,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { FirstFew } from '#ui/first-few.tsx'
import { formatDay, formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { formatRaceTime } from '#ui/format-race-time.ts'
import { ChannelLink, GameLink, LeagueLink, MapLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import classes from './badge-panel.module.css'
import type { Badge } from './queries.ts'
import { texts } from './texts.ts'

const { badges: words } = texts
const FIRST = 4

const ICONS: Readonly<Record<Badge['key'], TablerIcon>> = {
  'first-win': IconMedal,
  'races-100': IconFlag,
  'races-1000': IconFlag3,
  'large-field-win': IconUsers,
  'five-kills': IconSwords,
  cycle: IconRotate360,
  'seven-days': IconCalendarWeek,
  'season-champion': IconCrown,
  'league-champion': IconTournament,
  'event-winner': IconTrophy,
  'record-holder': IconStopwatch,
}

/** What the racer has earned, and by which game. */
export function BadgePanel({ badges }: { readonly badges: readonly Badge[] }) {
  return (
    <Panel title={words.title}>
      {badges.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <FirstFew items={badges} first={FIRST} all={words.all}>
          {(shown) => (
            <ul className={classes.badges} aria-label={words.title}>
              {shown.map((badge, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: no field of a badge is unique, and its item has no state.
                <BadgeItem key={index} badge={badge} />
              ))}
            </ul>
          )}
        </FirstFew>
      )}
    </Panel>
  )
}

function BadgeItem({ badge }: { readonly badge: Badge }) {
  const { key, game, givenAt } = badge
  const Icon = ICONS[key]
  return (
    <li className={classes.badge}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.about}>
        <h3 className={classes.name}>{words.names[key]}</h3>
        <p>{meaningOf(badge)}</p>
        {/* A champion's badge may be given long after the season. */}
        {key !== 'season-champion' && (
          <p className={layout.note}>
            <Sentence
              text={game === null ? words.given : words.earned}
              parts={{
                day: (
                  <time dateTime={game?.finishedAt ?? givenAt}>
                    {formatDay(game?.finishedAt ?? givenAt)}
                  </time>
                ),
                ...(game && {
                  game: (
                    <GameLink id={game.id}>
                      <bdi>{gameTitle({ ...game, level: null })}</bdi>
                    </GameLink>
                  ),
                }),
              }}
            />
          </p>
        )}
      </div>
    </li>
  )
}

const MEANINGS: Readonly<Record<Badge['key'], (badge: Badge) => ReactNode>> = {
  'first-win': () => words.firstWin,
  'races-100': () => words.races(100),
  'races-1000': () => words.races(1000),
  'large-field-win': ({ field }) => words.largeField(formatNumber(field ?? null)),
  'five-kills': ({ kills }) => words.kills(formatNumber(kills ?? null)),
  cycle: () => words.cycle,
  'seven-days': ({ firstDay }) =>
    firstDay === undefined ? words.sevenDays : words.sevenDaysFrom(formatDays(firstDay)),
  'season-champion': championOf,
  'league-champion': ({ league, team }) =>
    league && (
      <Sentence
        text={team === undefined ? words.league : words.leagueWithTeam}
        parts={{
          league: (
            <LeagueLink token={league.token}>
              <bdi>{league.name}</bdi>
            </LeagueLink>
          ),
          team: <bdi>{team}</bdi>,
        }}
      />
    ),
  'event-winner': ({ event }) =>
    event && (
      <Sentence
        text={words.event}
        parts={{
          event: (
            <Link to={addressOf(PAGES.event, { token: event.token })}>
              <bdi>{event.name}</bdi>
            </Link>
          ),
        }}
      />
    ),
  'record-holder': ({ game, seconds }) =>
    game?.map && (
      <Sentence
        text={words.record(formatRaceTime(seconds ?? null))}
        parts={{
          map: (
            <MapLink map={game.map}>
              <bdi>{game.map.name}</bdi>
            </MapLink>
          ),
        }}
      />
    ),
}

function meaningOf(badge: Badge): ReactNode {
  return MEANINGS[badge.key](badge)
}

function championOf({ season, column, channel, value }: Badge): ReactNode {
  if (season === undefined) return null
  const points = formatNumber(value ?? null)
  if (column !== undefined) {
    return words.streamerChampion(seasonName(season), words.columns[column], points)
  }
  return (
    channel && (
      <Sentence
        text={words.racerChampion(seasonName(season), points)}
        parts={{
          channel: (
            <ChannelLink channel={channel}>
              <bdi>{channel.name}</bdi>
            </ChannelLink>
          ),
        }}
      />
    )
  )
}
