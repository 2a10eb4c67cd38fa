import { PAGES, TOKEN_PATTERN } from '@rollcall/contract/pages'
import { findPlace, paramsAt } from '@rollcall/contract/places'
import { createRoot } from 'react-dom/client'
import { optionsFromSearch } from '#features/show/overlays/overlay-options.ts'
import { ChannelOverlay } from './channel-overlay.tsx'
import { startEmbed } from './embed/start-embed.tsx'
import { EventOverlay } from './event-overlay.tsx'
import { LeagueOverlay } from './league-overlay.tsx'
import { texts } from './texts.ts'

const OVERLAYS = [
  { page: PAGES.channelOverlay, Overlay: ChannelOverlay },
  { page: PAGES.eventOverlay, Overlay: EventOverlay },
  { page: PAGES.leagueOverlay, Overlay: LeagueOverlay },
] as const

export function startOverlay(): void {
  const root = document.getElementById('root')
  if (root === null) return
  if (findPlace(location.pathname)?.isEmbed) {
    startEmbed(root)
    return
  }
  const found = OVERLAYS.map(({ page, Overlay }) => ({
    Overlay,
    token: paramsAt(page, location.pathname)?.token ?? '',
  })).find(({ token }) => TOKEN_PATTERN.test(token))
  if (found === undefined) return
  const { Overlay, token } = found
  document.title = texts.title
  const options = optionsFromSearch(new URLSearchParams(location.search))
  createRoot(root).render(<Overlay token={token} options={options} />)
}
