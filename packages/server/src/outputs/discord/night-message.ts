/** The post in Discord of a night: the first three, what was played, and the best games. */
import type { Night, NightRecap } from '@rollcall/contract/nights'
import { bestGameLine, nightTitle, playedLine, podiumLine } from '@rollcall/contract/words/discord'
import { inDigits } from '@rollcall/scoring/problem'
import { shownName } from '@rollcall/scoring/racer'
import { makePost, plain } from './discord-message.ts'

export function nightMessage(
  { channel, day }: Pick<Night, 'channel' | 'day'>,
  recap: NightRecap,
  given: { link: string; picture: Uint8Array },
): FormData {
  const { games, racers, podium, bestRace, bestRoyale } = recap
  const best = [
    { mode: 'race' as const, game: bestRace },
    { mode: 'royale' as const, game: bestRoyale },
  ].flatMap(({ mode, game }) => (game === null ? [] : { mode, game }))
  return makePost({
    ...given,
    title: nightTitle(plain(channel.name), day),
    lines: [
      ...podium.map((row) =>
        podiumLine({
          ...{ rank: row.rank, name: plain(shownName(row)), points: inDigits(row.score) },
        }),
      ),
      playedLine({ games: games.race + games.royale + games.tilt, racers }),
      ...best.map(({ mode, game }) =>
        bestGameLine({
          ...{ mode, name: plain(shownName(game.racer)), points: game.points },
          map: game.map && plain(game.map.name),
        }),
      ),
    ],
  })
}
