import { browserStore } from '#storage'
import { LANGUAGE_KEY, type Language, setLanguage } from '#texts/language.ts'

/** All languages except English, each in a chunk that only its readers load. */
const languages: Readonly<Record<string, () => Promise<Language>>> = {
  'en-XA': async () => (await import('./pseudolocale.ts')).pseudolocale,
}

/** The language chosen in this browser; null for English, or if it fails to load. */
async function findLanguage(): Promise<Language | null> {
  try {
    const chosen = browserStore.read(LANGUAGE_KEY) ?? ''
    return Object.hasOwn(languages, chosen) ? ((await languages[chosen]?.()) ?? null) : null
  } catch {
    // The chunk did not load.
    return null
  }
}

export async function loadLanguage(): Promise<void> {
  const language = await findLanguage()
  if (language === null) return
  setLanguage(language)
  document.documentElement.lang = language.locale
}
