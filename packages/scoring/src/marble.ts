/** What a racer's marble looks like on pages and in pictures: always the same for the same name. */

export const MARBLE_PATTERNS = ['swirl', 'eye', 'bands', 'ribbon', 'spots', 'halves'] as const
type MarblePattern = (typeof MARBLE_PATTERNS)[number]

interface MarbleLook {
  readonly pattern: MarblePattern
  /** The colours of the glass, of what is in it, and of a thread of light. */
  readonly colors: readonly [string, string, string]
  readonly angle: number
}

/** A part of the drawing in a square of 64: an SVG element with its attributes in camel case. */
export interface MarbleShape {
  readonly type: 'circle' | 'ellipse' | 'path' | 'radialGradient' | 'stop'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: readonly MarbleShape[]
}

/** The degrees on the colour circle from the first to the second colour. */
const STEPS = [40, 120, 165, 180, 200, 300]

/** FNV-1a, then mixed, so that names that differ only in their last letter do not look alike. */
function hash(name: string): number {
  let value = 0x811c9dc5
  for (const letter of name) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** The hue of a colour such as `#5AA9FF` or `5AA9FF`; null for grey, and for a text that is not a colour. */
function findHue(color: string): number | null {
  const hex = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(color.trim())?.[1]
  if (hex === undefined) {
    return null
  }
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  )
  const high = Math.max(red, green, blue)
  const range = high - Math.min(red, green, blue)
  if (range < 24) {
    return null
  }
  const sixth =
    high === red
      ? (green - blue) / range
      : high === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  return Math.round(sixth * 60 + 360) % 360
}

/** @param nameColor the name's colour in a game, if known; it gives the glass its hue */
export function marbleLook(name: string, nameColor: string | null = null): MarbleLook {
  const seed = hash(name.normalize('NFC').toLowerCase())
  const hue = (nameColor === null ? null : findHue(nameColor)) ?? seed % 360
  const step = STEPS[(seed >>> 9) % STEPS.length] ?? 0
  const second = (hue + step) % 360
  return {
    pattern: MARBLE_PATTERNS[(seed >>> 13) % MARBLE_PATTERNS.length] ?? 'swirl',
    colors: [
      `hsl(${hue} 62% 50%)`,
      `hsl(${second} 66% ${(seed >>> 17) % 2 === 0 ? 30 : 72}%)`,
      `hsl(${second} 80% 88%)`,
    ],
    angle: ((seed >>> 19) % 24) * 15,
  }
}

/**
 * The shapes of the drawing, in the order in which to paint them.
 *
 * @param lightId the id of a gradient, unique in the document: the light that makes a disc look like a ball.
 *   null means only a shadow, because 850 gradients would be too slow
 */
export function marbleShapes(look: MarbleLook, lightId: string | null): readonly MarbleShape[] {
  const transform = `rotate(${look.angle} 32 32)`
  return [
    shape('circle', { cx: 32, cy: 32, r: 32, fill: look.colors[0] }),
    ...INSIDES[look.pattern](look.colors).map(({ type, attributes }) =>
      shape(type, { ...attributes, transform, strokeLinecap: 'round' }),
    ),
    ...(lightId === null ? [SHADOW] : makeLight(lightId)),
    shape('ellipse', {
      cx: 22,
      cy: 16,
      rx: 10,
      ry: 5.5,
      transform: 'rotate(-32 22 16)',
      fill: '#fff',
      opacity: 0.7,
    }),
  ]
}

const shape = (
  type: MarbleShape['type'],
  attributes: MarbleShape['attributes'],
  children: readonly MarbleShape[] = [],
): MarbleShape => ({ type, attributes, children })

const line = (d: string, stroke: string, strokeWidth: number) =>
  shape('path', { d, stroke, strokeWidth, fill: 'none' })
const area = (d: string, fill: string) => shape('path', { d, fill })
const spot = (cx: number, cy: number, r: number, fill: string) =>
  shape('circle', { cx, cy, r, fill })

const INSIDES: Record<MarblePattern, (colors: MarbleLook['colors']) => MarbleShape[]> = {
  swirl: ([, second, thread]) => [
    line('M-4 44C17 21 35 53 68 19', second, 14),
    line('M-4 44C17 21 35 53 68 19', thread, 4.5),
  ],
  eye: ([, second, thread]) => [
    area('M4 32C16 12 48 12 60 32C48 52 16 52 4 32Z', second),
    area('M10 32C22 25 42 25 54 32C42 39 22 39 10 32Z', thread),
  ],
  bands: ([, second, thread]) => [
    line('M-4 20C20 10 44 10 68 20', second, 8),
    line('M-4 44C20 54 44 54 68 44', second, 8),
    line('M-4 32H68', thread, 3),
  ],
  ribbon: ([, second, thread]) => [
    line('M32 -4C2 16 62 48 32 68', second, 18),
    line('M24 -4C-6 16 54 48 24 68', thread, 4),
  ],
  spots: ([, second, thread]) => [
    spot(20, 24, 9, second),
    spot(45, 20, 6, thread),
    spot(42, 44, 11, second),
    spot(18, 48, 5, thread),
  ],
  halves: ([, second, thread]) => [
    area('M-4 34C18 20 46 46 68 30V68H-4Z', second),
    line('M-4 34C18 20 46 46 68 30', thread, 3.5),
  ],
}

const SHADOW = shape('path', { d: 'M4 46A32 32 0 0 0 62 42A36 36 0 0 1 4 46Z', opacity: 0.28 })

/** Bright under the lamp, dark at the rim. */
function makeLight(id: string): MarbleShape[] {
  const stops = [
    { offset: 0, stopColor: '#fff', stopOpacity: 0.38 },
    { offset: 0.45, stopColor: '#fff', stopOpacity: 0 },
    { offset: 0.72, stopOpacity: 0.08 },
    { offset: 1, stopOpacity: 0.55 },
  ]
  return [
    shape(
      'radialGradient',
      { id, cx: 0.36, cy: 0.3, r: 0.78 },
      stops.map((stop) => shape('stop', stop)),
    ),
    shape('circle', { cx: 32, cy: 32, r: 32, fill: `url(#${id})` }),
  ]
}
