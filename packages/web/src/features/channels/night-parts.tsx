/** The parts of a night's page. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { GameLines } from '#ui/board/game-lines.tsx'
import { PagePodium } from '#ui/board/page-podium.tsx'
import { Button } from '#ui/button.tsx'
import { joinElements } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'
import { formatRaceTime } from '#ui/format-race-time.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { channelAddress, GameLink, MapLink, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { searchFromChannelView } from './board-view.ts'
import { listedRow } from './listed-row.ts'
import classes from './night-page.module.css'
import { texts } from './night-texts.ts'
import type { Night, NightRecap } from './queries.ts'

const PODIUM_NAME_LINES = 9
const GAMES_AT_FIRST = 25

function Racer({ racer }: { readonly racer: RacerLabel }) {
  return (
    <RacerLink racer={racer}>
      <bdi>{shownName(racer)}</bdi>
    </RacerLink>
  )
}

interface FirstThreeProps {
  readonly night: Night
  readonly recap: NightRecap
}

/** The top of the day's board, and the way to all of it. */
export function FirstThree({ night: { channel, day }, recap }: FirstThreeProps) {
  const { podium, more, racers } = recap
  const { title, all, none } = texts.first
  const board = channelAddress(channel) + searchFromChannelView({ of: day, mode: 'all' })
  return (
    <Panel title={title}>
      {podium.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <PagePodium
            rows={podium.map(listedRow)}
            formatPoints={formatNumber}
            nameLines={PODIUM_NAME_LINES}
            hasEmptySteps={false}
            isRising={false}
            link={(racer, name) => <RacerLink racer={racer}>{name}</RacerLink>}
          />
          {more > 0 && <Quiet>{texts.first.more(more)}</Quiet>}
          <Link to={board}>{all(racers)}</Link>
        </>
      )}
    </Panel>
  )
}

/** Who won more than once, where no game counts in a season and so nobody has points. */
export function MostWins({ games }: { readonly games: NightRecap['latest'] }) {
  const { title, of } = texts.wins
  const won = games.flatMap(({ mode, winner }) => (mode === 'tilt' || !winner ? [] : winner))
  const winners = [...Map.groupBy(won, ({ racer_name }) => racer_name).values()]
    .filter((wins) => wins.length > 1)
    .toSorted((a, b) => b.length - a.length)
  return (
    winners.length > 0 && (
      <Panel title={title}>
        <ol className={lines.lines} aria-label={title}>
          {winners.map((wins) => {
            const [winner] = wins
            return (
              winner && (
                <li key={winner.racer_name}>
                  <span className={lines.name}>
                    <Racer racer={winner} />
                  </span>
                  <span className={lines.figure}>{of(wins.length, games.length)}</span>
                </li>
              )
            )
          })}
        </ol>
      </Panel>
    )
  )
}

type BestGame = NonNullable<NightRecap['bestRace']>

/** In which game somebody got most points. */
export function BestGames({ recap }: { readonly recap: NightRecap }) {
  const { title, race, royale } = texts.best
  const best = [
    { label: race, game: recap.bestRace },
    { label: royale, game: recap.bestRoyale },
  ].flatMap(({ label, game }) => (game === null ? [] : { label, game }))
  return (
    best.length > 0 && (
      <Panel title={title}>
        <ul className={lines.lines} aria-label={title}>
          {best.map(({ label, game }) => (
            <li key={label}>
              <span className={lines.name}>{label}</span>
              <span className={lines.figure}>{formatNumber(game.points)}</span>
              <p className={layout.note}>
                <Sentence
                  text={texts.best.game}
                  parts={{ racer: <Racer racer={game.racer} />, game: <GameOf game={game} /> }}
                />
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    )
  )
}

function GameOf({ game: { gameId, map } }: { readonly game: BestGame }) {
  return (
    <GameLink id={gameId}>
      <bdi>{map?.name ?? texts.best.anyMap}</bdi>
    </GameLink>
  )
}

export function Records({ records }: Pick<NightRecap, 'records'>) {
  const { title, beat, game } = texts.records
  return (
    <Panel title={title}>
      <ul className={lines.lines} aria-label={title}>
        {records.map(({ map, racer, gameId, seconds, before }) => (
          <li key={map.id}>
            <span className={lines.name}>
              <MapLink map={map}>
                <bdi>{map.name}</bdi>
              </MapLink>
            </span>
            <span className={lines.figure}>{formatRaceTime(seconds)}</span>
            <p className={layout.note}>
              <Sentence
                text={beat(formatRaceTime(before))}
                parts={{
                  racer: <Racer racer={racer} />,
                  game: <GameLink id={gameId}>{game}</GameLink>,
                }}
              />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SeasonChangesProps {
  readonly change: NightRecap['seasons'][number]
}

/** Who leads the season now, and who climbed most. */
export function SeasonChanges({ change: { season, leader, climbers } }: SeasonChangesProps) {
  const { title, leads, tookOver, climbed } = texts.season
  return (
    (leader !== null || climbers.length > 0) && (
      <Panel title={title(seasonName(season))}>
        {leader && (
          <p>
            <Sentence
              text={(leader.former === null ? leads : tookOver)(leader.points)}
              parts={{
                racer: <Racer racer={leader.racer} />,
                ...(leader.former && { former: <Racer racer={leader.former} /> }),
              }}
            />
          </p>
        )}
        {climbers.length > 0 && (
          <Names label={texts.season.climbers}>
            {climbers.map(({ racer, from, to }) => (
              <li key={racer.racer_name}>
                <Sentence text={climbed(from, to)} parts={{ racer: <Racer racer={racer} /> }} />
              </li>
            ))}
          </Names>
        )}
      </Panel>
    )
  )
}

function Names({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <Quiet>{label}</Quiet>
      <Stack as="ul" gap="xs" className={classes.names} aria-label={label}>
        {children}
      </Stack>
    </>
  )
}

export function NewFaces({ newFaces: { racers, total } }: Pick<NightRecap, 'newFaces'>) {
  const { title, more } = texts.newFaces
  const names = racers.map((racer) => <Racer key={racer.racer_name} racer={racer} />)
  const others = total - racers.length
  return (
    <Panel title={title}>
      <p>{joinElements([...names, ...(others > 0 ? [<span key="">{more(others)}</span>] : [])])}</p>
    </Panel>
  )
}

/** The latest first; a long night's list begins with some of them. */
export function NightGames({ games }: { readonly games: NightRecap['latest'] }) {
  const [hasAll, setHasAll] = useState(false)
  const { title, all } = texts.games
  return (
    <Panel title={title}>
      <GameLines
        label={title}
        games={hasAll ? games : games.slice(0, GAMES_AT_FIRST)}
        isOfOneChannel
      />
      {!hasAll && games.length > GAMES_AT_FIRST && (
        <Button variant="default" onClick={() => setHasAll(true)}>
          {all(games.length)}
        </Button>
      )}
    </Panel>
  )
}
