/** The last night of a channel, for its chat. */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { CHAT } from '@rollcall/contract/words/chat'
import { qualifiedLogin, shownName } from '@rollcall/scoring/racer'
import { findPublicChannel } from '../../domain/boards/find-channel.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { findLatestNight, findNight } from '../../pages/channel/night.ts'
import { chatName } from './chat-line.ts'

/** One line about the night, with its address; null if there is no such channel. */
export async function recapLine(
  context: AppContext & { racerBoards: RacerBoards },
  channelName: string,
): Promise<string | null> {
  const channel = await findPublicChannel(context, channelName)
  if (channel === null) {
    return null
  }
  const name = chatName(channel.label.name)
  const day = await findLatestNight(context, channel)
  if (day === null) {
    return CHAT.noNight(name)
  }
  const { recap } = await findNight(context, channel, { day, viewer: null })
  if (recap === null) {
    return CHAT.heldNight(day)
  }
  const { games, racers, podium, bestRace, bestRoyale } = recap
  const [best = null] = [bestRace, bestRoyale]
    .filter((game) => game !== null)
    .toSorted((a, b) => b.points - a.points)
  const sentence = CHAT.night({
    ...{ channel: name, day, racers, games: games.race + games.royale + games.tilt },
    podium: podium.map((row) => ({
      ...{ rank: row.rank, points: row.score, name: chatName(shownName(row)) },
    })),
    best: best && {
      ...{ name: chatName(shownName(best.racer)), points: best.points },
      map: best.map && chatName(best.map.name),
    },
  })
  const address = addressOf(PAGES.night, { channel: qualifiedLogin(channel.label), day })
  return `${sentence} ${context.config.publicUrl}${address}`
}
