import type { CellPart, ExplainedCell } from '@rollcall/contract/league-cells'
import { addPoints } from '@rollcall/scoring/points'
import { shownName } from '@rollcall/scoring/racer'
import { useId } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { ChannelLink, GameLink, RacerLink } from '#ui/links.tsx'
import { PointsTerms } from '#ui/points-terms/points-terms.tsx'
import classes from './cell-channel.module.css'
import { texts } from './texts.ts'

const { cell: words } = texts

export const keyOf = ({ channel }: CellPart) =>
  channel === null ? '' : `${channel.platform} ${channel.login}`

interface CellChannelProps {
  readonly part: CellPart
  readonly isFrozen: boolean
}

/** What a channel gave, down to its games. */
export function CellChannel({ part, isFrozen }: CellChannelProps) {
  const { channel, counts, terms, points, games } = part
  const titleId = useId()
  const isUnknown = isFrozen && channel !== null && games === null
  return (
    <Stack as="section" gap="xs" aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {channel === null ? (
          words.together
        ) : (
          <ChannelLink channel={channel}>
            <bdi>{channel.name}</bdi>
          </ChannelLink>
        )}
      </h3>
      {!counts && <Quiet>{words.otherChannel}</Quiet>}
      {isUnknown && terms.length === 0 ? (
        <p>
          <Sentence
            text={words.channelSum}
            parts={{ sum: <strong>{formatNumber(points)}</strong> }}
          />
        </p>
      ) : (
        <div>
          <PointsTerms terms={terms} sum={points} />
        </div>
      )}
      {isUnknown && <Quiet>{words.gamesChanged}</Quiet>}
      <CellGames part={part} />
    </Stack>
  )
}

function CellGames({ part: { games, further, points } }: Pick<CellChannelProps, 'part'>) {
  if (games === null || games.length === 0) return null
  const rest = games.reduce(
    (left, game) => addPoints(left, -game.points),
    addPoints(points, -further.points),
  )
  return (
    <details className={classes.games}>
      <summary>{words.games(games.length + further.count)}</summary>
      <ol className={classes.list}>
        {games.map((game, index) => (
          // Somebody may be in a game under two logins.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={`${game.id} ${index}`}>
            <span>
              {game.isPublic ? (
                <GameLink id={game.id}>
                  <bdi>{gameTitle(game)}</bdi>
                </GameLink>
              ) : (
                <bdi>{gameTitle(game)}</bdi>
              )}{' '}
              <Quiet as="span">
                {words.game(formatInstant(game.finishedAt), game.place, game.isEliminated)}
              </Quiet>
            </span>
            <strong>{formatNumber(game.points)}</strong>
          </li>
        ))}
      </ol>
      {further.count > 0 && <Quiet>{words.further(further.count, further.points)}</Quiet>}
      {rest !== 0 && <Quiet>{words.rest(rest)}</Quiet>}
    </details>
  )
}

/** The rows of a streamer's board that count. */
export function CellRows({ rows }: { readonly rows: NonNullable<ExplainedCell['rows']> }) {
  const titleId = useId()
  return (
    <Stack as="section" gap="xs" aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {words.rows(rows.length)}
      </h3>
      <ol className={classes.list}>
        {rows.map((row) => (
          <li key={row.racer_name}>
            <RacerLink racer={row}>
              <bdi>{shownName(row)}</bdi>
            </RacerLink>
            <strong>{formatNumber(row.points)}</strong>
          </li>
        ))}
      </ol>
    </Stack>
  )
}
