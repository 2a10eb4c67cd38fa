/** The share picture of a game: its podium; of a tilt level, how it went. */
import type { GameDetails, GameLine, GameRow } from '@rollcall/contract/games'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { PublicGame } from '../../pages/game/find-game.ts'
import type { Card, CardRacer } from './card.ts'
import { cardDays, plain, siteName } from './card-texts.ts'

interface ShownOnCard extends Pick<GameDetails, 'podium' | 'topTiltee'> {
  racer: GameRow | null
}

/** The podium is empty if nobody won, and in a tilt level. `racer`: whose picture it is; null: everybody's. */
export function makeGameCard(
  config: Config,
  { details }: PublicGame,
  { podium, topTiltee, racer }: ShownOnCard,
): Card {
  const { mode, map, level, channel, finishedAt } = details
  const about = {
    title: plain(map?.name ?? modeName({ mode, level })),
    about: [
      ...(map === null ? [] : [modeName({ mode, level })]),
      ...(mode === 'tilt' ? levelFacts(details, topTiltee) : [marblesOf(details)]),
      ...[plain(channel.name), cardDays.format(new Date(finishedAt))],
    ].join(' · '),
    site: siteName(config),
  }
  if (racer !== null) {
    return { ...about, kind: 'racer', racer: cardRacer(racer), of: details.racerCount }
  }
  return podium.length === 0
    ? { ...about, kind: 'announcement' }
    : { ...about, kind: 'podium', racers: podium.map(cardRacer), more: 0 }
}

const numbers = new Intl.NumberFormat('en-US')

function modeName({ mode, level }: Pick<GameLine, 'mode' | 'level'>): string {
  const tilt = level === null ? 'Tilt level' : `Tilt level ${level}`
  return { race: 'Race', royale: 'Battle royale', tilt }[mode]
}

function marblesOf({ racerCount }: Pick<GameLine, 'racerCount'>): string {
  return `${numbers.format(racerCount)} ${racerCount === 1 ? 'marble' : 'marbles'}`
}

function levelFacts(game: PublicGame['details'], topTiltee: GameDetails['topTiltee']): string[] {
  const { isLevelPassed, racerCount, eliminatedCount } = game
  return [
    ...(isLevelPassed === null ? [] : [isLevelPassed ? 'Passed' : 'Failed']),
    `${numbers.format(racerCount - eliminatedCount)} of ${numbers.format(racerCount)} survived`,
    ...(topTiltee === null ? [] : [`Top tiltee ${plain(shownName(topTiltee))}`]),
  ]
}

const cardRacer = (row: GameRow): CardRacer => ({
  key: row.racer_name,
  name: plain(shownName(row)),
  color: row.color ?? null,
  rank: row.position ?? 0,
  points: row.points === null ? '–' : numbers.format(row.points),
})
