import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { GameList } from '#ui/board/game-lines.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { ChannelLink } from '#ui/links.tsx'
import type { RacedGame, RacerGames } from './queries.ts'
import { texts } from './texts.ts'

const { latest: words } = texts
const FIRST = 5

interface LatestPanelProps {
  readonly games: AwaitedAnswer<RacerGames>
}

/** The latest games, with what the racer got in them. */
export function LatestPanel({ games }: LatestPanelProps) {
  return (
    <AnswerPanel title={words.title} answer={games} height="20rem">
      {({ latest }) => (
        <FirstFew items={latest.filter(isBetterPlace)} first={FIRST} all={words.all}>
          {(shown) => (
            <GameList
              label={words.title}
              games={shown}
              outcome={(game) => <Result game={game} />}
            />
          )}
        </FirstFew>
      )}
    </AnswerPanel>
  )
}

/** A game that somebody played under two logins comes twice, the better place first. */
function isBetterPlace({ id }: RacedGame, index: number, games: readonly RacedGame[]): boolean {
  return games.findIndex((game) => game.id === id) === index
}

function Result({ game }: { readonly game: RacedGame }) {
  const { channel, points, kills, isTopTiltee } = game
  return (
    <>
      <Sentence
        text={placeOf(game)}
        parts={{
          channel: (
            <ChannelLink channel={channel}>
              <bdi>{channel.name}</bdi>
            </ChannelLink>
          ),
        }}
      />
      {[
        ...(isTopTiltee ? [words.topTiltee] : []),
        ...(points === null ? [] : [words.points(points)]),
        ...(kills === null ? [] : [words.kills(kills)]),
      ].map((fact) => ` · ${fact}`)}
    </>
  )
}

/** A royale eliminates all but one, so only its place is worth saying. */
function placeOf({ mode, position, isEliminated, racerCount }: RacedGame): string {
  const marbles = words.marbles(racerCount)
  if (isEliminated && mode !== 'royale') return words.out(marbles)
  if (mode === 'tilt') return words.survived(marbles)
  return position === null ? words.played(marbles) : words.place(position, marbles)
}
