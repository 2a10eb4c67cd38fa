/** The fonts of share pictures, from packages, so that a picture looks the same on every machine. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

const { resolve } = createRequire(import.meta.url)

export const NAMES = 'Barlow Condensed'
export const TEXTS = 'Inter'

const barlow = (part: string) =>
  `@fontsource/barlow-condensed/files/barlow-condensed-${part}-600-normal.woff2`
const inter = (part: string) => `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`

const loadFont = (name: string, file: string): Font => ({
  name,
  data: readFileSync(resolve(file)),
  weight: 400,
  style: 'normal',
})

/** In the order in which the renderer looks for letters. */
export const FONTS: readonly Font[] = [
  loadFont(NAMES, barlow('latin')),
  loadFont(`${NAMES} 2`, barlow('latin-ext')),
  loadFont(TEXTS, inter('latin')),
  ...['latin-ext', 'vietnamese', 'cyrillic', 'greek'].map((part) =>
    loadFont(`${TEXTS} ${part}`, inter(part)),
  ),
  loadFont('Arabic', '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2'),
]

/** Japanese comes in about 120 files with a few letters each. */
const japanese = Object.entries(
  JSON.parse(readFileSync(resolve('@fontsource/kosugi/unicode.json'), 'utf8')) as object,
).flatMap(([name, ranges]) => {
  const number = /^\[(\d+)\]$/.exec(name)?.[1]
  return number === undefined ? [] : [{ number, ranges: String(ranges).split(',').map(parseRange) }]
})

function parseRange(text: string): readonly [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((point) => Number.parseInt(point, 16))
  return [first, last]
}

const loaded = new Map<string, Font>()

/** The Japanese files that contain letters of the text. */
export function japaneseFonts(text: string): Font[] {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return japanese
    .filter(({ ranges }) =>
      ranges.some(([first, last]) => points.some((point) => point >= first && point <= last)),
    )
    .map(({ number }) => {
      const file = `@fontsource/kosugi/files/kosugi-${number}-400-normal.woff2`
      const font = loaded.get(number) ?? loadFont(`Kosugi ${number}`, file)
      loaded.set(number, font)
      return font
    })
}
