/** The last game of a channel, for its chat. */
import type { GameLine } from '@rollcall/contract/games'
import { shownName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { findChannelCalled } from '../dashboard/queries.ts'
import { findHolds } from '../events/public-games.ts'
import { listLatestGames } from '../games/game-lines.ts'
import { chatName } from './chat-line.ts'

/** null if there is no such channel; `game` is null if there is no public game. */
export async function findLastGame(
  { db, now }: AppContext,
  channelName: string,
): Promise<{ name: string; game: GameLine | null } | null> {
  const channel = await findChannelCalled(db, channelName)
  if (channel === null) {
    return null
  }
  const [game = null] = await listLatestGames(db, {
    which: sql<boolean>`game.channel_id = ${channel.id}`,
    holds: await findHolds(db, now()),
    limit: 1,
    names: 'here',
  })
  return { name: channel.displayName ?? channel.name, game }
}

export function lastGameSentence(channel: string, game: GameLine): string {
  const { mode, map, winner, racerCount, eliminatedCount, level, isLevelPassed } = game
  const where = map === null ? '' : ` on ${chatName(map.name)}`
  const of = `${mode === 'tilt' ? 'tilt level' : mode} of ${chatName(channel)}`
  if (mode === 'tilt') {
    const outcome = isLevelPassed === null ? '' : isLevelPassed ? ' passed' : ' failed'
    const what = level === null ? '' : `level ${level}${outcome}, `
    return `Last ${of}: ${what}${racerCount - eliminatedCount} of ${racerCount} survived.`
  }
  if (winner === null) {
    return `Last ${of}: none of ${racerCount} ${mode === 'race' ? 'finished' : 'survived'}${where}.`
  }
  return `Last ${of}: ${chatName(shownName(winner))} won among ${marbles(racerCount)}${where}.`
}

const marbles = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'marble' : 'marbles'}`
