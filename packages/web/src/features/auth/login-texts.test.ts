import { expect, test } from 'vitest'
import { isLanguage, languages } from './login-texts.ts'

test.each(Object.entries(languages))(
  '%s says everything and names the platform',
  (_, { texts }) => {
    for (const [key, text] of Object.entries(texts)) {
      const said = typeof text === 'string' ? text : text('Twitch')
      expect(said, key).not.toBe('')
      expect(said.includes('Twitch'), key).toBe(typeof text === 'function')
    }
  },
)

test('only known languages are languages', () => {
  expect(isLanguage('de')).toBe(true)
  expect(isLanguage('toString')).toBe(false)
  expect(isLanguage(null)).toBe(false)
})
