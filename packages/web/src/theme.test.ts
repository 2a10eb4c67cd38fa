import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariablesResolver } from './theme.ts'
import { contrast } from './ui/contrast.ts'

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
