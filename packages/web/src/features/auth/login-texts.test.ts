import { expect, test } from 'vitest'
import { isLanguage, languages } from './login-texts.ts'

const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g) ?? []

test.each(Object.entries(languages))('%s fills the same places as English', (_, { texts }) => {
  for (const [key, english] of Object.entries(languages.en.texts)) {
    const translated = texts[key as keyof typeof texts]
    expect(translated).not.toBe('')
    expect(placeholders(translated)).toEqual(placeholders(english))
  }
})

test('only known languages are languages', () => {
  expect(isLanguage('de')).toBe(true)
  expect(isLanguage('toString')).toBe(false)
  expect(isLanguage(null)).toBe(false)
})
