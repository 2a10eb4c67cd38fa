import { createRoot } from 'react-dom/client'
import { optionsFromSearch } from '#features/show/overlays/overlay-options.ts'
import { ChannelOverlay } from './channel-overlay.tsx'
import { startEmbed } from './embed/start-embed.tsx'
import { EventOverlay } from './event-overlay.tsx'
import { texts } from './texts.ts'

const ADDRESS = /^\/overlay\/([ec])\/([\w-]{22})\/?$/

export function startOverlay(): void {
  const root = document.getElementById('root')
  if (root === null) return
  if (location.pathname.startsWith('/embed/')) {
    startEmbed(root)
    return
  }
  const [, kind, token] = ADDRESS.exec(location.pathname) ?? []
  if (token === undefined) return
  document.title = texts.title
  const options = optionsFromSearch(new URLSearchParams(location.search))
  const Overlay = kind === 'e' ? EventOverlay : ChannelOverlay
  createRoot(root).render(<Overlay token={token} options={options} />)
}
