/**
 * The overlays, for OBS, whose browser is old, and the boards in pages of other sites: with nothing that they do not
 * need, and without a session.
 */
import '#app/fonts.css'
import '#app/variables.css'
import './overlay.css'
import { loadLanguage } from '../languages/load-language.ts'

async function main(): Promise<void> {
  await loadLanguage()
  const { startOverlay } = await import('./start-overlay.tsx')
  startOverlay()
}

void main()
