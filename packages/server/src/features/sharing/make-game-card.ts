/** The share picture of a game: its podium. */
import type { GameLine, GameRow } from '@rollcall/contract/games'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { PublicGame } from '../games/find-game.ts'
import type { Card, CardRacer } from './card.ts'
import { cardDays, plain, siteName } from './card-texts.ts'

/** @param podium empty if nobody won */
export function makeGameCard(
  config: Config,
  { details: { mode, map, level, racerCount, channel, finishedAt } }: PublicGame,
  podium: readonly GameRow[],
): Card {
  const marbles = `${numbers.format(racerCount)} ${racerCount === 1 ? 'marble' : 'marbles'}`
  const about = {
    title: plain(map?.name ?? modeName({ mode, level })),
    about: [
      ...(map === null ? [] : [modeName({ mode, level })]),
      ...[marbles, plain(channel.name), cardDays.format(new Date(finishedAt))],
    ].join(' · '),
    site: siteName(config),
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

const cardRacer = (row: GameRow): CardRacer => ({
  key: row.racer_name,
  name: plain(shownName(row)),
  color: row.color ?? null,
  rank: row.position ?? 0,
  points: row.points === null ? '–' : numbers.format(row.points),
})
