import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sentence } from './sentence.tsx'

const drawn = (text: string, parts: Record<string, ReactElement>) =>
  renderToStaticMarkup(<Sentence text={text} parts={parts} />)

test('parts are placed where the text says, around its words', () => {
  const parts = { to: <em />, bold: <b /> }
  expect(drawn('Go <to>there</to>, <bold>now</bold>.', parts)).toBe(
    'Go <em>there</em>, <b>now</b>.',
  )
  expect(drawn('<bold>Now</bold> <to>there</to>', parts)).toBe('<b>Now</b> <em>there</em>')
})

test('a part without words is inserted as given, even if it contains tags', () => {
  expect(drawn('<name/> is here.', { name: <bdi>{'<name/><b>'}</bdi> })).toBe(
    '<bdi>&lt;name/&gt;&lt;b&gt;</bdi> is here.',
  )
})

test('tags without a part remain text', () => {
  expect(drawn('1 < 2, <b>bold</b>', {})).toBe('1 &lt; 2, &lt;b&gt;bold&lt;/b&gt;')
})
