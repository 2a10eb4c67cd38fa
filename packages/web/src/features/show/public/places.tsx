import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import type { ShowRow } from '@rollcall/contract/show-view'
import { shownName } from '@rollcall/scoring/racer'
import { IconDownload } from '@tabler/icons-react'
import { useSessionToken } from '#api/session.ts'
import { Places, type PlacesOf, RACER, usePlaces } from '#ui/board/places.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { eventAddress } from '#ui/links.tsx'
import type { useAskedRows } from '#ui/paged-list.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { ownPublicRowQuery, type PublicPlace, publicPlaceQuery } from './queries.ts'
import { texts } from './texts.ts'

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
      sharing={(row) => <Sharing token={token} event={event} row={row} />}
    />
  )
}

interface SharingProps {
  readonly token: string
  readonly event: string
  readonly row: ShowRow
}

function Sharing({ token, event, row }: SharingProps) {
  const search = `?${new URLSearchParams({ [RACER]: row.racer_name })}`
  return (
    <>
      <ShareButton
        page={eventAddress(token) + search}
        title={texts.place.share(shownName(row), event)}
        variant="default"
      />
      <ButtonLink
        reloadDocument
        to={addressOf(cardOf(PAGES.event), { token }) + search}
        download="place.png"
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {texts.place.save}
      </ButtonLink>
    </>
  )
}
