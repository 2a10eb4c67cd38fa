import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Ago } from '#ui/ago.tsx'
import lines from '#ui/lines.module.css'
import { ChannelLink, GameLink, RacerLink } from '#ui/links.tsx'
import classes from './game-lines.module.css'
import { gameTitle, type TitledGame } from './game-title.ts'
import { texts } from './texts.ts'

interface AnyGame extends TitledGame {
  readonly id: number
  readonly finishedAt: string
}

interface ListedGame extends AnyGame {
  readonly channel: { readonly platform: string; readonly login: string; readonly name: string }
  readonly racerCount: number
  readonly eliminatedCount: number
  /** null: not a tilt level, or unknown. */
  readonly isLevelPassed: boolean | null
  /** The best player of a tilt level; null: nobody. */
  readonly winner: RacerLabel | null
}

interface GameListProps<Game> {
  readonly label: string
  readonly games: readonly Game[]
  /** How a game went. */
  readonly outcome: (game: Game) => ReactNode
}

/** Games in a list: each leads to its page. */
export function GameList<Game extends AnyGame>({ label, games, outcome }: GameListProps<Game>) {
  return (
    <ol className={`${lines.lines} ${classes.games}`} aria-label={label}>
      {games.map((game) => (
        <li key={game.id} data-mode={game.mode}>
          <span className={classes.title}>
            <GameLink id={game.id}>
              <bdi>{gameTitle(game)}</bdi>
            </GameLink>
          </span>
          <Ago instant={game.finishedAt} />
          <p>{outcome(game)}</p>
        </li>
      ))}
    </ol>
  )
}

interface GameLinesProps {
  readonly label: string
  readonly games: readonly ListedGame[]
  /** The page is the channel's own, so its name is left out. */
  readonly isOfOneChannel?: boolean
}

/** The same, each with its winner. */
export function GameLines({ label, games, isOfOneChannel = false }: GameLinesProps) {
  return (
    <GameList
      label={label}
      games={games}
      outcome={(game) => (
        <>
          <Outcome game={game} />
          {!isOfOneChannel && (
            <>
              {' · '}
              <ChannelLink channel={game.channel}>
                <bdi>{game.channel.name}</bdi>
              </ChannelLink>
            </>
          )}
        </>
      )}
    />
  )
}

function Outcome({ game }: { readonly game: ListedGame }) {
  const { winner } = game
  return (
    <Sentence
      text={outcomeOf(game)}
      parts={
        winner === null
          ? {}
          : {
              winner: (
                <RacerLink racer={winner}>
                  <bdi>{shownName(winner)}</bdi>
                </RacerLink>
              ),
            }
      }
    />
  )
}

function outcomeOf(game: ListedGame): string {
  const { mode, winner, racerCount } = game
  const { won, nobody } = texts.games
  if (mode === 'tilt') {
    return levelOutcome(game)
  }
  return winner === null ? nobody(racerCount) : won(racerCount)
}

function levelOutcome({ winner, racerCount, eliminatedCount, isLevelPassed }: ListedGame): string {
  const { best, survived, passed, failed } = texts.games
  const survivors = racerCount - eliminatedCount
  const outcome = winner === null ? survived(survivors, racerCount) : best(survivors, racerCount)
  if (isLevelPassed === null) return outcome
  return isLevelPassed ? passed(outcome) : failed(outcome)
}
