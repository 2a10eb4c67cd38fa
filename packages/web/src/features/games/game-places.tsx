import { addressOf, PAGES } from '@rollcall/contract/pages'
import { shownName } from '@rollcall/scoring/racer'
import { useSessionToken } from '#api/session.ts'
import { gameTitle } from '#ui/board/game-title.ts'
import { Places, type PlacesOf, RACER, usePlaces } from '#ui/board/places.tsx'
import { texts as board } from '#ui/board/texts.ts'
import { formatNumber } from '#ui/format-number.ts'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { type Game, gamePlaceQuery, type ListedPlace, ownGameRowQuery } from './queries.ts'
import { noteOf } from './row-note.ts'
import { texts } from './texts.ts'

const { place: words } = texts

export function useGamePlaces(id: string): PlacesOf<ListedPlace> {
  return usePlaces({
    isSignedIn: useSessionToken() !== null,
    own: ownGameRowQuery(id),
    placeOf: (name) => gamePlaceQuery(id, name),
  })
}

interface GamePlacesProps {
  readonly game: Game
  readonly places: PlacesOf<ListedPlace>
  readonly asked: ReturnType<typeof useAskedRows>
}

export function GamePlaces({ game, places, asked }: GamePlacesProps) {
  return (
    <Places
      places={places}
      asked={asked}
      formatPoints={formatNumber}
      facts={(row) => noteOf(game.mode, row)}
      absent={words.absent}
      sharing={(row) => (
        <ShareButton
          page={`${addressOf(PAGES.game, game)}?${new URLSearchParams({ [RACER]: row.racer_name })}`}
          title={words.title(shownName(row), gameTitle(game))}
          label={board.own.share}
          variant="default"
        />
      )}
    />
  )
}
