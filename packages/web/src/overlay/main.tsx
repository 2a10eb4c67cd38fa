/** The overlays: pages of their own for OBS, whose browser is an old one, with nothing that they do not need. */
import '#app/fonts.css'
import '#app/variables.css'
import './overlay.css'
import { createRoot } from 'react-dom/client'
import { optionsFromSearch } from '#features/show/overlay-options.ts'
import { ChannelOverlay } from './channel-overlay.tsx'
import { EventOverlay } from './event-overlay.tsx'

const ADDRESS = /^\/overlay\/([ec])\/([\w-]{22})\/?$/

const [, kind, token] = ADDRESS.exec(location.pathname) ?? []
const root = document.getElementById('root')
if (root !== null && token !== undefined) {
  const options = optionsFromSearch(new URLSearchParams(location.search))
  const Overlay = kind === 'e' ? EventOverlay : ChannelOverlay
  createRoot(root).render(<Overlay token={token} options={options} />)
}
