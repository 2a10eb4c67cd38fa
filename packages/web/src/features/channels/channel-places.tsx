import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSessionToken } from '#api/session.ts'
import { Places, type PlacesOf, RACER, usePlaces } from '#ui/board/places.tsx'
import { texts as shared } from '#ui/board/texts.ts'
import { formatNumber } from '#ui/format-number.ts'
import { channelAddress } from '#ui/links.tsx'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { type BoardView, searchFromChannelView } from './board-view.ts'
import type { ListedPlace } from './listed-row.ts'
import { type AskedBoard, type Channel, isOffQuery, ownPlaceQuery, placeQuery } from './queries.ts'
import { texts } from './texts.ts'

const { board: words } = texts

export function useChannelPlaces(channel: string, board: AskedBoard): PlacesOf<ListedPlace> {
  return usePlaces({
    isSignedIn: useSessionToken() !== null,
    own: ownPlaceQuery(channel, board),
    placeOf: (name) => placeQuery(channel, board, name),
  })
}

interface ChannelPlacesProps {
  /** The channel's name in the address. */
  readonly name: string
  readonly channel: Channel
  readonly board: AskedBoard
  readonly view: BoardView
  readonly places: PlacesOf<ListedPlace>
  readonly asked: ReturnType<typeof useAskedRows>
  readonly facts: (row: ListedPlace['row']) => ReactNode
}

export function ChannelPlaces(props: ChannelPlacesProps) {
  const { name, board, view, places, asked, facts } = props
  const { channel } = props.channel
  const { data: isOff = false } = useQuery({
    ...isOffQuery(name, board),
    enabled: places.isSignedIn,
  })
  return (
    <Places
      places={places}
      asked={asked}
      formatPoints={formatNumber}
      formatGap={(gap) => words.scores(gap, view.mode)}
      facts={facts}
      absent={isOff ? texts.offBoards.isOff : words.absent}
      sharing={(row) => (
        <ShareButton
          page={addressWith(channelAddress(channel), view, row.racer_name)}
          title={words.placeOn(shownName(row), channel.name)}
          label={shared.own.share}
          variant="default"
        />
      )}
    />
  )
}

function addressWith(address: string, view: BoardView, racer: string): string {
  const search = new URLSearchParams(searchFromChannelView(view))
  search.set(RACER, racer)
  return `${address}?${search}`
}
