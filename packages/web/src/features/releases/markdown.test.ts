import { problemOfNote } from '@rollcall/contract/releases'
import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Markdown, toSafeAddress } from './markdown.tsx'

const origin = 'https://rollcall.example'
const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

beforeAll(() => vi.stubGlobal('location', { origin }))
afterAll(() => vi.unstubAllGlobals())

describe('an address', () => {
  test.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
    ['/leaderboards?season=75', `${origin}/leaderboards?season=75`],
    ['JavaScript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    [' \u0001javascript:alert(1)', null],
    ['vbscript:x', null],
    ['data:text/html,<script>1</script>', null],
    ['blob:https://rollcall.example/x', null],
    ['file:///etc/passwd', null],
    ['#top', null],
    ['http://[', null],
  ])('%j of a link becomes %j', (address, expected) => {
    expect(toSafeAddress(address, { kind: 'href', origin })).toBe(expected)
  })

  test.each([
    ['/pictures/a.svg', `${origin}/pictures/a.svg`],
    ['https://rollcall.example/b.png', `${origin}/b.png`],
    ['https://example.com/track.gif', null],
    ['//example.com/track.gif', null],
    ['data:image/svg+xml,<svg onload=alert(1)>', null],
  ])('%j of a picture becomes %j', (address, expected) => {
    expect(toSafeAddress(address, { kind: 'src', origin })).toBe(expected)
  })

  test('of anything else is not allowed', () => {
    expect(toSafeAddress('https://example.com', { kind: 'cite', origin })).toBe(null)
  })
})

test("headings begin one level below a note's title", () => {
  expect(render('# A\n\n## B\n\n### C\n\n###### D')).toContain(
    '<h4>A</h4>\n<h5>B</h5>\n<h6>C</h6>\n<h6>D</h6></div>',
  )
})

test('a link does not reveal where it was followed', () => {
  expect(render('[x](https://example.com "y")')).toContain(
    '<a title="y" href="https://example.com/" rel="noopener noreferrer nofollow">x</a>',
  )
})

test('a table, a task list and struck-out text', () => {
  const html = render('| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~')
  expect(html).toMatch(/<section [^>]*tabindex="0"[^>]*><table>/)
  expect(html).toContain('<td style="text-align:right">2</td>')
  expect(html).toMatch(/<input (?=[^>]*disabled)(?=[^>]*aria-label="Done")[^>]*type="checkbox"/)
  expect(html).toContain('<del>gone</del>')
})

test('HTML and pictures from elsewhere become text', () => {
  expect(render('![pixel](https://example.com/p.gif)')).toContain('<span>pixel</span>')
  expect(render('<b onclick="x()">bold</b>')).toContain('&lt;b onclick=')
})

test('footnotes take no ids from the page', () => {
  const html = render('Text[^1]\n\n[^1]: note')
  expect(html).toContain('note')
  expect(html).not.toMatch(/\bid=|href=/)
})

test('no text creates an element or attribute that could run code', () => {
  const part = fc.constantFrom(
    '<script>',
    '</script>',
    '<img src=x onerror=',
    'alert(1)',
    'javascript:',
    'data:text/html,',
    '<svg onload=',
    '<iframe src=',
    '[x](',
    '![x](',
    ')',
    '<',
    '>',
    '"',
    "'",
    '`',
    '\n',
    '|',
    '&#106;avascript:',
    '[x]: ',
    '[x]',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const html = render(parts.join(''))
      const tags = html.match(/<[^>]*>/g) ?? []
      for (const tag of tags) {
        expect(tag).not.toMatch(/^<\/?(script|svg|iframe|object|embed|style|form|base|meta)\b/i)
        expect(tag).not.toMatch(/\s(on\w+|style|srcdoc|id)=/i)
        expect(tag).not.toMatch(/(href|src)="\s*(javascript|data|vbscript|blob):/i)
      }
    }),
    { numRuns: 300 },
  )
})

describe('text that would take long to render is shown as typed', () => {
  const LENGTH = 100_000
  const fillLength = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)

  test.each([
    ...['>', '> ', '- ', '+ ', '- + ', '1. ', '> - 1. + ', '\t', ' - a\n   '],
    ...['[', '![', '[a](', '[]', '[a][b]', '[*a'],
    ...['*', '_', '*_', '*_*_a', '**a *b ', 'a** b_ ', '~a ', '~~a~ '],
    ...['`', '<', '<a ', '&', '\\', '|', '|a\n|-\n', 'a\n=\n', '> a\n\n', '[a]: b\n', '[^a]: '],
    ...['a@b.c ', 'www.a ', 'http://', 'a\n', '\n', '\r', '# a\n', '```\n'],
  ])('100,000 and 50,000 characters of %j', (part) => {
    for (const text of [fillLength(part), fillLength(part).slice(0, LENGTH / 2)]) {
      expect(render(text)).toMatch(/^<p class/)
    }
  })

  const bounded = (part: string) => {
    let text = ''
    while (text.length < LENGTH && problemOfNote(text + part.repeat(10)) === null) {
      text += part.repeat(10)
    }
    return text
  }
  test.each([
    '*_',
    '*_*_a',
    '[',
    '[a](b)',
    '~a',
    '> a\n\n',
    '- a\n',
    'a\n=\n',
    '|a\n|-\n',
    '1. a\n1) b\n',
  ])('the most of %j that is rendered does not take for ever', (part) => {
    expect(render(bounded(part))).toMatch(/^<div/)
  })

  test.each([
    ['> '.repeat(30), null],
    [`${'> '.repeat(31)}a`, /^Line 1 begins with more than 60 /],
    [`a\n\n${'\t'.repeat(16)}a`, /^Line 3 begins/],
    ['- - - - -\n\n---\n\n**bold**', null],
    ['*'.repeat(2_999), null],
    ['*'.repeat(3_000), /up to 3,000 lines and formatting characters/],
    ['Plain words, and more of them. '.repeat(3_000), null],
  ])('%j', (text, expected) => {
    if (expected === null) {
      expect(problemOfNote(text)).toBeNull()
    } else {
      expect(problemOfNote(text)?.error).toMatch(expected)
    }
  })
})
