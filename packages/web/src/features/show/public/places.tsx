import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { useSessionToken } from '#api/session.ts'
import { Places, type PlacesOf, usePlaces } from '#ui/board/places.tsx'
import { SharePlace } from '#ui/board/share-place.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { eventAddress } from '#ui/links.tsx'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { ownPublicRowQuery, type PublicPlace, publicPlaceQuery } from './queries.ts'

/** Loaded before the page is drawn, since they are above everything else. */
export function useEventPlaces(
  token: string,
  { isOver }: { isOver: boolean },
): PlacesOf<PublicPlace> {
  return usePlaces({
    isSignedIn: useSessionToken() !== null,
    own: ownPublicRowQuery(token),
    placeOf: (name) => publicPlaceQuery(token, name.slice(0, MAX_RACER_NAME_LENGTH)),
    isOpen: isOver,
  })
}

interface EventPlacesProps {
  readonly token: string
  readonly event: string
  readonly places: PlacesOf<PublicPlace>
  readonly formatPoints: FormatPoints
  readonly asked: ReturnType<typeof useAskedRows>
}

/** Nothing for somebody signed in who did not race: most visitors did not. */
export function EventPlaces({ token, event, ...board }: EventPlacesProps) {
  return (
    <Places
      {...board}
      absent={null}
      sharing={(row) => (
        <SharePlace
          row={row}
          where={event}
          page={eventAddress(token)}
          picture={addressOf(cardOf(PAGES.event), { token })}
        />
      )}
    />
  )
}
