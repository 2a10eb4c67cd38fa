/** The overlays: pages of their own for OBS, whose browser is an old one, with nothing that they do not need. */
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
