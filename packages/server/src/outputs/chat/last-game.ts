/** The last game of a channel, for its chat. */
import type { GameLine } from '@rollcall/contract/games'
import { CHAT } from '@rollcall/contract/words/chat'
import { shownName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import { findChannelCalled } from '../../domain/boards/racer-sums.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
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
  const { map, winner } = game
  return CHAT.lastGame({
    channel: chatName(channel),
    map: map && chatName(map.name),
    winner: winner && chatName(shownName(winner)),
    game,
  })
}
