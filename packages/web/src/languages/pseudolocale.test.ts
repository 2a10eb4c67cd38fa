import { expect, test } from 'vitest'
import { pseudolocale } from './pseudolocale.ts'

test('every text is in brackets and 40 % longer, and so is what functions return', () => {
  const texts = pseudolocale.findTexts('area', {
    title: 'Ten letter',
    nested: { count: (count: number) => `${count} games` },
  })
  expect(texts.title).toBe('[Ten letter~~~~]')
  expect(texts.nested.count(12)).toBe('[12 games~~~~]')
})

test("a sentence's words change, but not the tags of its parts, its spaces or its signs", () => {
  const { sentence } = pseudolocale.findTexts('area', { sentence: '<name/>, <to>go</to>!' })
  expect(sentence).toBe('<name/>, <to>[go~]</to>!')
})

test('lines can break within a long text', () => {
  expect(pseudolocale.problemText({ error: 'a'.repeat(25) })).toBe(`[${'a'.repeat(25)}~~~~~~~~ ~~]`)
})
