import { createRoot } from 'react-dom/client'
import { optionsFromSearch } from '#features/show/overlay-options.ts'
import { ChannelOverlay } from './channel-overlay.tsx'
import { EventOverlay } from './event-overlay.tsx'

const ADDRESS = /^\/overlay\/([ec])\/([\w-]{22})\/?$/

export function start(): void {
  const [, kind, token] = ADDRESS.exec(location.pathname) ?? []
  const root = document.getElementById('root')
  if (root === null || token === undefined) return
  const options = optionsFromSearch(new URLSearchParams(location.search))
  const Overlay = kind === 'e' ? EventOverlay : ChannelOverlay
  createRoot(root).render(<Overlay token={token} options={options} />)
}
