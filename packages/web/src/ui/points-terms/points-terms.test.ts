import { renderTerm, type Term } from '@rollcall/scoring/explanation'
import { expect, test } from 'vitest'
import { formatTerm } from './points-terms.tsx'

test.each<[Term, string]>([
  [{ kind: 'position', position: 3, count: 2, each: 90, points: 180 }, '3rd place × 2 = 180'],
  [
    { kind: 'position', position: 1_022, count: 1, each: 0.5, points: 0.5 },
    '1,022nd place × 1 = 0.5',
  ],
  [{ kind: 'position', position: 11, count: 1, each: 5, points: 5 }, '11th place × 1 = 5'],
  [{ kind: 'kill', count: 5, each: 2, points: 10 }, 'kills 5 × 2 = 10'],
  [
    { kind: 'damage', count: 1_042.125, each: 0.01, points: 10.42 },
    'damage 1,042.125 × 0.01 = 10.42',
  ],
  [{ kind: 'crown-win', count: 1, each: -2, points: -2 }, 'crown wins 1 × -2 = -2'],
  [{ kind: 'uploaded', count: 1, points: 239.88 }, 'uploaded = 239.88'],
  [{ kind: 'uploaded', count: 2, points: 400 }, 'uploaded × 2 = 400'],
  [
    { kind: 'adjusted', adjustment: 'penalty', reason: 'wrong-map', count: 1, points: -10 },
    '-10: wrong map',
  ],
  [
    { kind: 'adjusted', adjustment: 'bonus', reason: 'organisers-mistake', count: 1, points: 2.5 },
    '+2.5: mistake of the organiser',
  ],
  [
    { kind: 'adjusted', adjustment: 'disqualified', reason: 'second-account', count: 1, points: 0 },
    'Disqualified: second account',
  ],
  [
    {
      ...{ kind: 'adjusted', adjustment: 'bonus', reason: 'other', bonus: 'Fair play' },
      ...{ count: 1, points: 0 },
    },
    'Fair play: bonus in the league',
  ],
])('a term is worded the same on pages and in answers: %j', (term, expected) => {
  expect(formatTerm(term)).toBe(expected)
  expect(renderTerm(term)).toBe(expected)
})
