import { LANGUAGE_KEY, type Language, setLanguage } from '#texts/language.ts'

/** All but English, each in a chunk that only its readers load. */
const languages: Readonly<Record<string, () => Promise<Language>>> = {
  'en-XA': async () => (await import('./pseudolocale.ts')).pseudolocale,
}

/** The language that is kept in this browser; null for English, and where it does not come. */
async function findLanguage(): Promise<Language | null> {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY) ?? ''
    return Object.hasOwn(languages, kept) ? ((await languages[kept]?.()) ?? null) : null
  } catch {
    // The storage is closed to this page, or the chunk did not load.
    return null
  }
}

export async function loadLanguage(): Promise<void> {
  const language = await findLanguage()
  if (language === null) return
  setLanguage(language)
  document.documentElement.lang = language.locale
}
