import { NativeSelect } from '@mantine/core'
import type { GameLine } from '@rollcall/contract/games'
import type { NamedGame } from '@rollcall/contract/league-terms'
import type { Round } from '@rollcall/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { gameTitle } from '#ui/board/game-title.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { leagueGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface NamedGameFieldProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
  readonly game: NamedGame | null
  readonly onChange: (game: NamedGame | null) => void
}

/** The game whose places decide between equal totals: its round, then the game. */
export function NamedGameField({ id, rounds, game, onChange }: NamedGameFieldProps) {
  const [chosen, setChosen] = useState(game?.eventId ?? null)
  const { data, error, refetch } = useQuery(leagueGamesQuery(id, chosen))
  if (error) return <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Quiet role="status">{words.loading}</Quiet>
  if (!('games' in data)) return null
  const counting = rounds.filter(({ eventId }) => data.rounds.includes(eventId))
  if (counting.length === 0) return <Quiet>{words.noRounds}</Quiet>
  return (
    <Stack columns="16rem" gap="sm">
      <NativeSelect
        label={words.round}
        value={chosen === null ? '' : String(chosen)}
        error={chosen === null && words.roundMissing}
        data={[
          { label: words.choose, value: '' },
          ...counting.map(({ eventId, name }) => ({ label: name, value: String(eventId) })),
        ]}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value === '' ? null : Number(currentTarget.value))
          onChange(null)
        }}
      />
      {chosen !== null && (
        <Games eventId={chosen} games={data.games} game={game} onChange={onChange} />
      )}
    </Stack>
  )
}

interface GamesProps extends Pick<NamedGameFieldProps, 'game' | 'onChange'> {
  readonly eventId: number
  readonly games: readonly GameLine[]
}

function Games({ eventId, games, game, onChange }: GamesProps) {
  if (games.length === 0 && game === null) return <Quiet>{words.noGames}</Quiet>
  // It may be too old for the list, or have been taken back after its round was final.
  const unlisted = game !== null && games.every(({ id }) => id !== game.gameId) ? [game] : []
  return (
    <NativeSelect
      label={words.game}
      value={game === null ? '' : String(game.gameId)}
      error={game === null && words.gameMissing}
      data={[
        { label: words.choose, value: '' },
        ...unlisted.map(({ gameId, finishedAt }) => ({
          ...{ label: formatInstant(finishedAt), value: String(gameId) },
        })),
        ...games.map((each) => ({
          label: words.gameAt(formatInstant(each.finishedAt), gameTitle(each), each.channel.name),
          value: String(each.id),
        })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = games.find(({ id }) => String(id) === currentTarget.value)
        onChange(chosen ? { eventId, gameId: chosen.id, finishedAt: chosen.finishedAt } : null)
      }}
    />
  )
}
