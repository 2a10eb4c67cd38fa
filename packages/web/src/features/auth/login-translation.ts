/** i18next for the login page only; nothing outside the login chunk may import this. */
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguage, type Language, languages } from './login-texts.ts'

const LANGUAGE_KEY = 'language'

function rememberedLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE_KEY)
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

export const loginTranslation = createInstance()

void loginTranslation.use(initReactI18next).init({
  lng: rememberedLanguage(),
  fallbackLng: DEFAULT_LANGUAGE,
  initAsync: false,
  resources: Object.fromEntries(
    Object.entries(languages).map(([code, { texts }]) => [code, { translation: texts }]),
  ),
  // React escapes already.
  interpolation: { escapeValue: false },
})

export function chooseLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language)
  void loginTranslation.changeLanguage(language)
}
