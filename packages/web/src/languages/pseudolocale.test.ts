import { expect, test } from 'vitest'
import { pseudolocale } from './pseudolocale.ts'

test('every text is in brackets and longer by two fifths, also what functions return', () => {
  const texts = pseudolocale.textsOf('area', {
    title: 'Ten letter',
    nested: { count: (count: number) => `${count} games` },
  })
  expect(texts.title).toBe('[Ten letter~~~~]')
  expect(texts.nested.count(12)).toBe('[12 games~~~~]')
})

test('of a sentence its words are, not the tags of its parts nor what is no word', () => {
  const { sentence } = pseudolocale.textsOf('area', { sentence: '<name/>, <to>go</to>!' })
  expect(sentence).toBe('<name/>, <to>[go~]</to>!')
})

test('lines can break in a long one', () => {
  expect(pseudolocale.problemText({ error: 'a'.repeat(25) })).toBe(`[${'a'.repeat(25)}~~~~~~~~ ~~]`)
})
