import { Skeleton } from '@mantine/core'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import { GameLines } from '#ui/board/game-lines.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { formatRaceTime } from '#ui/format-race-time.ts'
import lines from '#ui/lines.module.css'
import { GameLink, MapLink, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './channel-page.module.css'
import { type ChannelMap, channelGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { games, maps: words, records } = texts
const FIRST_GAMES = 5
const FIRST_MAPS = 3

/** The channel's games as they end, its maps, and the records set on it. */
export function ChannelGames({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(channelGamesQuery(name))
  return (
    <>
      <Panel title={games.title}>
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading>
            <Skeleton height="30rem" radius="md" />
          </Loading>
        )}
        {data &&
          (data.latest.length === 0 ? (
            <p className={layout.hint}>{games.none}</p>
          ) : (
            <FirstFew items={data.latest} first={FIRST_GAMES} all={games.all}>
              {(shown) => <GameLines label={games.title} games={shown} isOfOneChannel />}
            </FirstFew>
          ))}
      </Panel>
      {data && (
        <Panel title={words.title}>
          {data.maps.length === 0 ? (
            <p className={layout.hint}>{words.none}</p>
          ) : (
            <FirstFew items={data.maps} first={FIRST_MAPS} all={words.all}>
              {(shown) => (
                <MapList label={words.title} maps={shown} fastestText={words.fastest} hasPlays />
              )}
            </FirstFew>
          )}
        </Panel>
      )}
      {data && data.records.length > 0 && (
        <Panel title={records.title}>
          <p className={layout.hint}>{records.lead}</p>
          <FirstFew items={data.records} first={FIRST_MAPS} all={records.all}>
            {(shown) => <MapList label={records.title} maps={shown} fastestText={records.set} />}
          </FirstFew>
        </Panel>
      )}
    </>
  )
}

interface MapListProps {
  readonly label: string
  readonly maps: readonly ChannelMap[]
  /** Who has the fastest finish, and in which game. */
  readonly fastestText: string
  /** Whether to show how often each was played; otherwise, the fastest time. */
  readonly hasPlays?: boolean
}

function MapList({ label, maps, fastestText, hasPlays = false }: MapListProps) {
  return (
    <ol className={lines.lines} aria-label={label}>
      {maps.map((map) => (
        <li key={map.id}>
          <span className={`${lines.name} ${classes.map}`}>
            <MapLink map={map}>
              <bdi>{map.name}</bdi>
            </MapLink>{' '}
            {map.creator !== null && (
              <small>
                <Sentence text={words.by} parts={{ creator: <bdi>{map.creator}</bdi> }} />
              </small>
            )}
          </span>
          <span className={lines.figure}>
            {hasPlays ? words.plays(map.plays) : formatRaceTime(map.fastest?.seconds ?? null)}
          </span>
          {map.fastest && <Fastest text={fastestText} fastest={map.fastest} />}
        </li>
      ))}
    </ol>
  )
}

interface FastestProps {
  readonly text: string
  readonly fastest: NonNullable<ChannelMap['fastest']>
}

function Fastest({ text, fastest: { racer, gameId, finishedAt, seconds } }: FastestProps) {
  return (
    <p className={layout.note}>
      <Sentence
        text={text}
        parts={{
          seconds: <span>{formatRaceTime(seconds)}</span>,
          racer: (
            <RacerLink racer={racer}>
              <bdi>{shownName(racer)}</bdi>
            </RacerLink>
          ),
          game: (
            <GameLink id={gameId}>
              <time dateTime={finishedAt}>{formatDay(finishedAt)}</time>
            </GameLink>
          ),
        }}
      />
    </p>
  )
}
