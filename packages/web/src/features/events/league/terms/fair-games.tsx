import type { ExplainedCell } from '@rollcall/contract/league-cells'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { ChannelLink, GameLink } from '#ui/links.tsx'
import classes from './cell-channel.module.css'
import { texts } from './texts.ts'

const { fair: words } = texts

/** The games that fair points come from: the place in each, among how many, and what that gives. */
export function FairGames({ games, others }: NonNullable<ExplainedCell['fair']>) {
  return (
    <Stack as="section" gap="xs" className={classes.part} aria-label={words.title}>
      <h3>{words.title}</h3>
      {games.length === 0 && <p>{words.none}</p>}
      <ol>
        {games.map(({ channel, gameId, finishedAt, ...place }) => (
          <li key={`${finishedAt} ${gameId} ${place.first}`}>
            {gameId === null ? (
              formatInstant(finishedAt)
            ) : (
              <GameLink id={gameId}>{formatInstant(finishedAt)}</GameLink>
            )}
            {channel && (
              <>
                {', '}
                <ChannelLink channel={channel}>
                  <bdi>{channel.name}</bdi>
                </ChannelLink>
              </>
            )}
            {`: ${words.place(place)}`}
          </li>
        ))}
      </ol>
      {others > 0 && <Quiet>{words.others(others)}</Quiet>}
    </Stack>
  )
}
