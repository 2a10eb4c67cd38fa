// Mantine's styles for the first load, in Mantine's order; a page that uses more imports them itself. They
// are in a layer, so ours always win.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '#app/fonts.css'
import '#app/variables.css'
import '#app/global.css'
import { takePlatformAnswer } from '#features/auth/platform-answer.ts'
import { loadLanguage } from './languages/load-language.ts'

// Must come first: takes the platform's token out of the address before anything else can read or keep it.
takePlatformAnswer()

/** Modules take their texts as they are loaded, so the language must be loaded before them. */
async function main(): Promise<void> {
  await loadLanguage()
  const { startApp } = await import('#app/start-app.tsx')
  startApp()
}

void main()
