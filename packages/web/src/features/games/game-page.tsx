import { Skeleton } from '@mantine/core'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { gameTitle } from '#ui/board/game-title.ts'
import { HeldDaySentence } from '#ui/board/held-day.tsx'
import { PagePodium } from '#ui/board/page-podium.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { RacerLink } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { GameHead } from './game-head.tsx'
import { GamePlaces, useGamePlaces } from './game-places.tsx'
import { GameRows } from './game-rows.tsx'
import { type Game, gameQuery } from './queries.ts'
import { RankChanges } from './rank-changes.tsx'
import { texts } from './texts.ts'

const PODIUM_NAME_LINES = 9

export function GamePage() {
  const { id = '' } = useParams()
  // Another game begins with its first rows.
  return <OneGame key={id} id={id} />
}

function OneGame({ id }: { readonly id: string }) {
  const { data: game, error, refetch } = useQuery(gameQuery(id))
  const places = useGamePlaces(id)
  useTabName(game && gameTitle(game))
  // Once it is drawn, it stays, also while the place of somebody who says their name is looked up.
  const [isDrawn, setIsDrawn] = useState(false)
  const isReady = game !== undefined && (isDrawn || !places.isWaiting)
  if (isReady && !isDrawn) {
    setIsDrawn(true)
  }
  return (
    <WidePage>
      {error && !game && <PageError error={error} onRetry={() => void refetch()} />}
      {!isReady && !error && (
        <Loading>
          <Skeleton height="5rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {isReady && <GameView game={game} places={places} />}
    </WidePage>
  )
}

interface GameViewProps {
  readonly game: Game
  readonly places: ReturnType<typeof useGamePlaces>
}

function GameView({ game, places }: GameViewProps) {
  const asked = useAskedRows()
  return (
    <>
      <GameHead game={game} />
      <Columns aside={<Aside game={game} />}>
        <GamePlaces game={game} places={places} asked={asked} />
        {game.mode !== 'tilt' && <FirstThree game={game} />}
        <GameRows game={game} asked={asked} onMe={places.onMe} />
      </Columns>
    </>
  )
}

function FirstThree({ game: { mode, podium } }: { readonly game: Game }) {
  return (
    <Panel title={texts.podium.title}>
      {podium.length === 0 ? (
        <p>{mode === 'race' ? texts.podium.nobody : texts.podium.nobodyLeft}</p>
      ) : (
        <PagePodium
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
  )
}

function Aside({ game }: { readonly game: Game }) {
  const { id, mode, changes, held } = game
  const title = gameTitle(game)
  return (
    <>
      {changes !== null && changes.length > 0 && <RankChanges changes={changes} />}
      {held && (
        <Panel title={texts.changes.title}>
          <p>
            <HeldDaySentence held={held} />
          </p>
        </Panel>
      )}
      <SharePanel
        title={texts.sharing.title}
        page={addressOf(PAGES.game, { id })}
        picture={addressOf(cardOf(PAGES.game), { id })}
        alt={mode === 'tilt' ? texts.sharing.altOfLevel(title) : texts.sharing.alt(title)}
        fileName={`game-${id}.png`}
      />
    </>
  )
}
