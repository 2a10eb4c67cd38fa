import { Skeleton } from '@mantine/core'
import type { Round } from '@rollcall/contract/leagues'
import { type RoundGame, swapRoundGame } from '@rollcall/contract/leagues-prescribed'
import { REFUSALS_IN_WORDS } from '@rollcall/contract/words/refused-games'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { gameTitle } from '#ui/board/game-title.ts'
import { Button } from '#ui/button.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { GameLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import classes from './prescribed.module.css'
import { PrescriptionForm } from './prescription-form.tsx'
import { prescriptionInWords } from './prescription-in-words.ts'
import { type RoundGames, roundGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { list: words } = texts

interface RoundGamesProps {
  /** The series. */
  readonly id: string
  readonly round: Round
  readonly canPrescribe: boolean
}

/** A button that opens the games of a round: for organisers in each, for streamers where some are prescribed. */
export function RoundGamesButton({ id, round, canPrescribe }: RoundGamesProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!canPrescribe && round.prescription === null) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={texts.openFor(round.name)}
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      <Modal isOpen={isOpen} title={texts.openFor(round.name)} onClose={() => setIsOpen(false)}>
        {isOpen && (
          <Content
            id={id}
            round={round}
            canPrescribe={canPrescribe}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Modal>
    </>
  )
}

interface ContentProps extends RoundGamesProps {
  readonly onClose: () => void
}

function Content({ id, round, canPrescribe, onClose }: ContentProps) {
  const [isEditing, setIsEditing] = useState(canPrescribe && round.prescription === null)
  if (isEditing) {
    return <PrescriptionForm id={id} round={round} onClose={() => setIsEditing(false)} />
  }
  return (
    <Stack gap="md">
      <p>
        {round.prescription === null ? texts.form.ranked : prescriptionInWords(round.prescription)}
      </p>
      {round.prescription !== null && <Games id={id} round={round} />}
      <Row justify="flex-end">
        {canPrescribe && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {round.prescription === null ? texts.form.open : texts.form.change}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </Row>
    </Stack>
  )
}

function Games({ id, round }: Omit<RoundGamesProps, 'canPrescribe'>) {
  const { data, error, refetch } = useQuery(roundGamesQuery(id, round.eventId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton height="10rem" radius="md" />
      </Loading>
    )
  }
  const most = data.prescription?.games?.count ?? null
  return data.channels.every(({ games }) => games.length === 0) ? (
    <Quiet>{words.none}</Quiet>
  ) : (
    <Stack as="section" gap="sm" aria-label={words.title}>
      {data.channels.map(({ streamer, games }) => (
        <details
          key={streamer.username}
          open={data.channels.length === 1}
          className={classes.channel}
        >
          <summary>
            <bdi>{streamerName(streamer)}</bdi>{' '}
            <Quiet as="span" size="xs">
              {words.counting(games.filter(({ refusal }) => refusal === null).length, most)}
            </Quiet>
          </summary>
          <ol className={classes.games}>
            {games.map((game) => (
              <li key={game.id}>
                <Game {...{ id, round, game }} canSwap={data.canSwap} />
              </li>
            ))}
          </ol>
          {games.length === 0 && <Quiet size="xs">{words.ofNone}</Quiet>}
        </details>
      ))}
    </Stack>
  )
}

interface GameProps extends Omit<RoundGamesProps, 'canPrescribe'> {
  readonly game: RoundGame
  readonly canSwap: RoundGames['canSwap']
}

function Game({ id, round, game, canSwap }: GameProps) {
  const { refusal, swapped, mode, map, marbles, finishedAt } = game
  const queryClient = useQueryClient()
  const swap = useMutation({
    mutationFn: async (to: RoundGame['swapped']) => {
      const params = { id, eventId: String(round.eventId), gameId: String(game.id) }
      await callApi(swapRoundGame, { params, body: { swapped: to } })
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
  })
  const title = gameTitle({ mode, map, level: null })
  const [label, to] =
    swapped !== null
      ? ([words.swapBack, null] as const)
      : refusal === null
        ? ([words.swapOut, 'out'] as const)
        : ([words.swapIn, 'in'] as const)
  return (
    <Row gap="2xs/sm" justify="space-between" className={classes.game}>
      <Stack gap="0">
        <GameLink id={game.id}>{title}</GameLink>
        <Quiet as="span" size="xs">
          {formatInstant(finishedAt)} · {words.marbles(marbles)}
        </Quiet>
        <span className={classes.verdict} data-counts={refusal === null || undefined}>
          {refusal === null ? words.counts : words.countsNot(REFUSALS_IN_WORDS[refusal])}
        </span>
        {swapped === 'in' && <Quiet size="xs">{words.swapped}</Quiet>}
        {swap.error && <Notice message={sentenceOf(swap.error)} />}
      </Stack>
      {canSwap && refusal !== 'left_out' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={swap.isPending}
          aria-label={words.act(label, `${title}, ${formatInstant(finishedAt)}`)}
          onClick={() => swap.mutate(to)}
        >
          {label}
        </Button>
      )}
    </Row>
  )
}
