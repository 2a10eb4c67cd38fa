import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { gameTitle } from '#ui/board/game-title.ts'
import { Podium } from '#ui/board/podium.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { GameFacts } from './game-facts.tsx'
import { GameRows } from './game-rows.tsx'
import { type Game, gameQuery } from './queries.ts'
import { RankChanges } from './rank-changes.tsx'
import { texts } from './texts.ts'

const PODIUM_NAME_LINES = 9

export function GamePage() {
  const { id = '' } = useParams()
  const { data: game, error, refetch } = useQuery(gameQuery(id))
  useTabName(game && gameTitle(game))
  return (
    <div className={layout.page}>
      {error && !game && <LoadError error={error} onRetry={() => void refetch()} />}
      {!game && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {game && <GameView game={game} />}
    </div>
  )
}

function GameView({ game }: { readonly game: Game }) {
  const { id, mode, podium, changes } = game
  const title = gameTitle(game)
  return (
    <>
      <PageHeading title={title} />
      <GameFacts game={game} />
      {mode !== 'tilt' && (
        <Panel title={texts.podium.title}>
          {podium.length === 0 ? (
            <p>{mode === 'race' ? texts.podium.nobody : texts.podium.nobodyLeft}</p>
          ) : (
            <Podium
              rows={podium.map((row) => ({
                ...row,
                rank: row.position ?? 0,
                event_points: row.points,
              }))}
              formatPoints={formatNumber}
              nameLines={PODIUM_NAME_LINES}
              hasEmptySteps={false}
              isRising={false}
              link={(racer, name) => <RacerLink racer={racer}>{name}</RacerLink>}
            />
          )}
        </Panel>
      )}
      {changes !== null && changes.length > 0 && <RankChanges changes={changes} />}
      <GameRows game={game} />
      <SharePanel
        title={texts.sharing.title}
        page={`/g/${id}`}
        picture={`/g/${id}/card.png`}
        alt={mode === 'tilt' ? texts.sharing.altOfLevel(title) : texts.sharing.alt(title)}
        fileName={`game-${id}.png`}
      />
    </>
  )
}
