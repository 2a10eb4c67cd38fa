import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, languages } from './login-texts.ts'
import { chooseLanguage, loginTranslation } from './login-translation.ts'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation(undefined, { i18n: loginTranslation })
  const { language } = i18n
  useEffect(() => {
    document.documentElement.lang = language
    return () => {
      // All other pages are English.
      document.documentElement.lang = 'en'
    }
  }, [language])
  return (
    <NativeSelect
      aria-label={t('language')}
      value={language}
      data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
      onChange={({ currentTarget }) => {
        if (isLanguage(currentTarget.value)) chooseLanguage(currentTarget.value)
      }}
    />
  )
}
