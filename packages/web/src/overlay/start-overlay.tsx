import { PAGES, TOKEN_PATTERN } from '@rollcall/contract/pages'
import { findPlace, paramsAt } from '@rollcall/contract/places'
import { createRoot } from 'react-dom/client'
import { optionsFromSearch } from '#features/show/overlays/overlay-options.ts'
import { ChannelOverlay } from './channel-overlay.tsx'
import { startEmbed } from './embed/start-embed.tsx'
import { EventOverlay } from './event-overlay.tsx'
import { texts } from './texts.ts'

export function startOverlay(): void {
  const root = document.getElementById('root')
  if (root === null) return
  if (findPlace(location.pathname)?.isEmbed) {
    startEmbed(root)
    return
  }
  const event = paramsAt(PAGES.eventOverlay, location.pathname)
  const token = (event ?? paramsAt(PAGES.channelOverlay, location.pathname))?.token ?? ''
  if (!TOKEN_PATTERN.test(token)) return
  document.title = texts.title
  const options = optionsFromSearch(new URLSearchParams(location.search))
  const Overlay = event === null ? ChannelOverlay : EventOverlay
  createRoot(root).render(<Overlay token={token} options={options} />)
}
