import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lookOf, THEME_COLORS } from './overlay-look.ts'
import { DEFAULT_OPTIONS } from './overlay-options.ts'

it("the themes' colours are those of the style sheet", () => {
  const sheet = readFileSync(
    path.join(import.meta.dirname, '../stage/stage-theme.module.css'),
    'utf8',
  )
  const colorsOf = (theme: string) => {
    const [, rules = ''] = new RegExp(`\\.${theme} \\{([^}]*)\\}`).exec(sheet) ?? []
    const color = (name: string) =>
      new RegExp(`${name}: (#[0-9a-f]+);`)
        .exec(rules)?.[1]
        ?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
    return {
      background: color('--rc-surface'),
      raised: color('--rc-raised'),
      foreground: color('--mantine-color-text'),
      accent: color('--rc-accent'),
    }
  }
  expect({ dark: colorsOf('dark'), light: colorsOf('light') }).toEqual(THEME_COLORS)
})

it.each([
  [{}, false],
  [{ theme: 'light' }, false],
  [{ opacity: 99 }, true],
  [{ background: '#808080' }, true],
  [{ background: '#ffffff', text: '#000000' }, false],
  [{ text: '#203038' }, true],
] as const)('text that may be hard to read has a shadow: %j', (chosen, hasShadow) => {
  expect(lookOf({ ...DEFAULT_OPTIONS, ...chosen }).hasShadow).toBe(hasShadow)
})

it('the shadow is dark behind a light text and light behind a dark one', () => {
  const shadowOf = (text: string) =>
    Object(lookOf({ ...DEFAULT_OPTIONS, opacity: 0, text }).style)['--shadow']
  expect([shadowOf('#ffe080'), shadowOf('#301000')]).toEqual(['#000000', '#ffffff'])
})
