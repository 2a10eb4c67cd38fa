import { expect, test } from 'vitest'
import { MARBLE_PATTERNS, marbleLook } from './marble.ts'

test('a name has the same marble in any letter case and Unicode form', () => {
  expect(marbleLook('Gravelgran')).toEqual(marbleLook('gravelgran'))
  expect(marbleLook('Zo\u00eb')).toEqual(marbleLook('Zoe\u0308'))
})

test('850 names make many marbles of every pattern', () => {
  const looks = Array.from({ length: 850 }, (_, number) => marbleLook(`racer_${number}`))
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBeGreaterThan(840)
  expect(new Set(looks.map(({ pattern }) => pattern)).size).toBe(MARBLE_PATTERNS.length)
})

test.each([
  ['#FF0000', 0],
  ['00ff00', 120],
  ['#5AA9FFFF', 211],
])('the name colour %s gives the glass the hue %i', (color, hue) => {
  expect(marbleLook('anybody', color).colors[0]).toBe(`hsl(${hue} 62% 50%)`)
})

test.each(['#ffffff', '', 'javascript:alert(1)', 'red'])(
  '%j has no hue, so the name decides',
  (color) => {
    expect(marbleLook('anybody', color)).toEqual(marbleLook('anybody'))
  },
)
