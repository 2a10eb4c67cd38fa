import { NativeSelect } from '@mantine/core'
import type { NamedGame } from '@rollcall/contract/league-terms'
import { hasCounted, type Round } from '@rollcall/contract/leagues'
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
  const counting = rounds.filter(hasCounted)
  const [round, setRound] = useState(game?.eventId ?? counting.at(-1)?.eventId ?? null)
  if (counting.length === 0) {
    return <Quiet>{words.noRounds}</Quiet>
  }
  return (
    <Stack columns="16rem" gap="sm">
      <NativeSelect
        label={words.round}
        value={String(round)}
        data={counting.map(({ eventId, name }) => ({ label: name, value: String(eventId) }))}
        onChange={({ currentTarget }) => {
          setRound(Number(currentTarget.value))
          onChange(null)
        }}
      />
      {round !== null && <Games id={id} eventId={round} game={game} onChange={onChange} />}
    </Stack>
  )
}

interface GamesProps extends Pick<NamedGameFieldProps, 'id' | 'game' | 'onChange'> {
  readonly eventId: number
}

function Games({ id, eventId, game, onChange }: GamesProps) {
  const { data, error, refetch } = useQuery(leagueGamesQuery(id, eventId))
  const games = data !== undefined && 'games' in data ? data.games : []
  if (error) return <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Quiet role="status">{words.loading}</Quiet>
  const isListed = game === null || games.some(({ id: gameId }) => gameId === game.gameId)
  if (games.length === 0 && game === null) return <Quiet>{words.noGames}</Quiet>
  return (
    <NativeSelect
      label={words.game}
      value={game === null ? '' : String(game.gameId)}
      error={game === null && words.gameMissing}
      data={[
        { label: words.choose, value: '' },
        // One of so many games that it is not listed, or one that was taken back after its round was final.
        ...(isListed || game === null
          ? []
          : [{ label: formatInstant(game.finishedAt), value: String(game.gameId) }]),
        ...games.map((each) => ({
          label: words.gameAt(formatInstant(each.finishedAt), gameTitle(each), each.channel.name),
          value: String(each.id),
        })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = games.find((each) => String(each.id) === currentTarget.value)
        if (chosen !== undefined) {
          onChange({ eventId, gameId: chosen.id, finishedAt: chosen.finishedAt })
        }
      }}
    />
  )
}
