import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariablesResolver } from './theme.ts'

/** Relative luminance of #rrggbb as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(text: string, ground: string): number {
  const [lighter = 0, darker = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const GROUNDS = ['--mantine-color-body', '--rc-surface', '--rc-raised']
const TEXTS = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
  '--rc-link',
  '--rc-success',
  '--rc-race',
  '--rc-royale',
  '--rc-tilt',
]
/** Disabled text and placeholders too: axe skips them, taking them for text without information. */
const PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ['--mantine-color-disabled-color', '--mantine-color-disabled'],
  ['--mantine-color-placeholder', '--mantine-color-default'],
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
]

const { dark, light } = cssVariablesResolver(DEFAULT_THEME)

describe.each([
  ['dark', new Map(Object.entries(dark))],
  ['light', new Map(Object.entries(light))],
] as const)('the %s colours', (_, colors) => {
  it.each(PAIRS)('have %s readable on %s', (text, ground) => {
    expect(contrast(colors.get(text) ?? '', colors.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})
