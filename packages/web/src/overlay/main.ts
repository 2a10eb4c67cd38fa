/** The overlays are separate pages for OBS, whose browser is old, with nothing that they do not need. */
import '#app/fonts.css'
import '#app/variables.css'
import './overlay.css'
import { loadLanguage } from '../languages/load-language.ts'

async function main(): Promise<void> {
  await loadLanguage()
  const { start } = await import('./start.tsx')
  start()
}

void main()
