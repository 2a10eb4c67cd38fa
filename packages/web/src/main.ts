// Mantine's own styles of what the first load uses, in Mantine's order; a page that uses more imports
// those itself. They are a layer, which ours always win over.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
// After the one above, whose paddings it takes back.
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '#app/fonts.css'
import '#app/variables.css'
import '#app/global.css'
import { takePlatformAnswer } from '#features/auth/platform-answer.ts'
import { loadLanguage } from './languages/load-language.ts'

// First of all: the platform's token leaves the address before anything else can read or keep it.
takePlatformAnswer()

/** What has texts takes them as it is loaded, so that comes after the language. */
async function main(): Promise<void> {
  await loadLanguage()
  const { start } = await import('#app/start.tsx')
  start()
}

void main()
