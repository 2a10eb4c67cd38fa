/**
 * The fonts of share pictures, from packages, so that a picture looks the same on every machine. Each package comes in
 * parts; a part is read when a picture has letters that are in it.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

const { resolve } = createRequire(import.meta.url)

export const NAMES = 'Barlow Condensed'
export const TEXTS = 'Inter'

interface Part {
  /** What the renderer calls it. */
  name: string
  /** The file is in the package. */
  file: string
  /** The code points that it has letters for. */
  ranges: readonly (readonly [first: number, last: number])[]
}

/** In the order in which the renderer looks for letters. */
const PARTS: readonly Part[] = [
  ...partsOf('@fontsource/barlow-condensed', '600', NAMES),
  ...partsOf('@fontsource-variable/inter', 'wght', TEXTS),
  ...['arabic', 'hebrew', 'devanagari', 'bengali', 'tamil', 'thai', 'georgian', 'armenian'].flatMap(
    (script) => partsOf(`@fontsource/noto-sans-${script}`, '600'),
  ),
  ...partsOf('@fontsource/kosugi', '400'),
  ...partsOf('@fontsource/gowun-dodum', '400'),
  ...partsOf('@fontsource/zcool-xiaowei', '400'),
  ...partsOf('@fontsource/noto-sans-math', '400'),
  ...partsOf('@fontsource/noto-emoji', '600'),
]

/** A package says itself which letters are in which of its parts. `family` is the name of its Latin part. */
function partsOf(packageName: string, weight: string, family?: string): Part[] {
  const [, fileName] = packageName.split('/')
  const parts: Record<string, string> = JSON.parse(
    readFileSync(resolve(`${packageName}/unicode.json`), 'utf8'),
  )
  return Object.entries(parts).map(([part, ranges]) => {
    // A part without a name has a number in brackets.
    const file = `${fileName}-${part.replace(/[[\]]/g, '')}-${weight}-normal.woff2`
    return {
      name: part === 'latin' && family !== undefined ? family : file,
      file: `${packageName}/files/${file}`,
      ranges: ranges.split(',').map(parseRange),
    }
  })
}

function parseRange(text: string): readonly [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((point) => Number.parseInt(point, 16))
  return [first, last]
}

const loaded = new Map<Part, Font>()

/** The parts with letters of the text. */
export function fontsFor(text: string): Font[] {
  const points = [...new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))]
  return PARTS.filter(({ ranges }) =>
    ranges.some(([first, last]) => points.some((point) => point >= first && point <= last)),
  ).map((part) => {
    const font = loaded.get(part) ?? {
      name: part.name,
      data: readFileSync(resolve(part.file)),
      weight: 400,
      style: 'normal',
    }
    loaded.set(part, font)
    return font
  })
}
