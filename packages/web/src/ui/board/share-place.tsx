import { shownName } from '@rollcall/scoring/racer'
import { IconDownload } from '@tabler/icons-react'
import { ButtonLink } from '#ui/button.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { RACER } from './places.tsx'
import type { ListedRow } from './row-list.tsx'
import { texts } from './texts.ts'

const { own: words } = texts

interface SharePlaceProps {
  readonly row: ListedRow
  /** The name of the event or league. */
  readonly where: string
  /** The addresses of its page, and of that page's picture. */
  readonly page: string
  readonly picture: string
  /** What else is in both addresses. */
  readonly query?: Readonly<Record<string, string>>
}

/** Beside the reader's own place: the link to it, and its picture. */
export function SharePlace({ row, where, page, picture, query }: SharePlaceProps) {
  const search = `?${new URLSearchParams({ [RACER]: row.racer_name, ...query })}`
  return (
    <>
      <ShareButton
        page={page + search}
        title={words.shareAs(shownName(row), where)}
        variant="default"
      />
      <ButtonLink
        reloadDocument
        to={picture + search}
        download="place.png"
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {words.savePicture}
      </ButtonLink>
    </>
  )
}
