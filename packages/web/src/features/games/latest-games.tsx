import { useQuery } from '@tanstack/react-query'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { GameLines } from '#ui/board/game-lines.tsx'
import { latestGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { latest: words } = texts

/** The latest games on all channels. */
export function LatestGames() {
  const answer = useQuery(latestGamesQuery)
  return (
    <AnswerPanel title={words.title} answer={answer} height="23rem">
      {({ games }) =>
        games.length === 0 ? <p>{words.none}</p> : <GameLines label={words.title} games={games} />
      }
    </AnswerPanel>
  )
}
