/**
 * A Vite plugin that cuts the two fonts down to the characters our pages use, to a third of their size.
 * Letters of other scripts come from the reader's own fonts.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** For both fonts together; `bench/first-load.ts` has the same bound. */
const MAX_FONT_BYTES = 40_000
const OUT = path.join(import.meta.dirname, 'node_modules', '.fonts')
const resolve = createRequire(import.meta.url).resolve

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
/** English, the other languages of the login page, and the letters of Western European names. */
const CHARACTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”•…−↑↓`
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum']

const FONTS = [
  {
    name: 'inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    licence: '@fontsource-variable/inter/LICENSE',
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  {
    name: 'barlow-condensed',
    from: '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2',
    licence: '@fontsource/barlow-condensed/LICENSE',
    variationAxes: {},
  },
]

async function cut({ name, from, variationAxes }: (typeof FONTS)[number]): Promise<number> {
  const font = await subsetFont(await readFile(resolve(from)), CHARACTERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true,
    variationAxes,
  })
  await writeFile(path.join(OUT, `${name}.woff2`), font)
  return font.length
}

export function cutFonts(): Plugin {
  return {
    name: 'rollcall:cut-fonts',
    async config() {
      await mkdir(OUT, { recursive: true })
      const sizes = await Promise.all(FONTS.map(cut))
      const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
      if (sizeBytes > MAX_FONT_BYTES) {
        throw new Error(`the fonts have ${sizeBytes} bytes, more than ${MAX_FONT_BYTES}`)
      }
      return { resolve: { alias: { '@fonts': OUT } } }
    },
    // The fonts' licences must be distributed with them.
    async generateBundle() {
      for (const { name, licence } of FONTS) {
        const source = await readFile(resolve(licence), 'utf8')
        this.emitFile({ type: 'asset', fileName: `assets/${name}-licence.txt`, source })
      }
    },
  }
}
