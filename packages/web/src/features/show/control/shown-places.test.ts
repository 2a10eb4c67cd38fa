import type { ControlRoom, ShownPlace } from '@rollcall/contract/show'
import { describe, expect, it } from 'vitest'
import {
  overlaySentence,
  participantsSentence,
  publicPageSentence,
  stageSentence,
} from './shown-places.ts'

const place = (scene: ShownPlace['scene'], reached: number | null = null): ShownPlace => ({
  scene,
  reached,
  rowCount: scene === 'before' || scene === 'standings' ? 0 : 12,
})

/** The parts of a control room that the sentences need: live, with addresses, sealed. */
const room = (part: Partial<ControlRoom>) =>
  ({
    ...{ phase: 'live', reached: 7, rowCount: 12, isPodiumOpen: false, isOpen: false },
    ...{ publicToken: 'a', overlayToken: 'b', settings: { isPublic: true } },
    ...{ overlay: place('reveal', 7), viewers: place('reveal', 8), coming: [] },
    ...part,
  }) as ControlRoom

describe('the stage', () => {
  it.each<[string, Partial<ControlRoom>]>([
    ['nothing', { phase: 'waiting' }],
    ['rank 7 of 12', {}],
    ['nothing', { reached: 13 }],
    ['rank 7 of 12, invented names', { phase: 'rehearsal' }],
    ['podium', { isPodiumOpen: true }],
    ['final results, 12 rows', { phase: 'final', reached: 1 }],
  ])('shows: %s', (sentence, part) => expect(stageSentence(room(part))).toBe(sentence))
})

describe('the overlay', () => {
  it.each<[string, Partial<ControlRoom>, number | null]>([
    ['standings, 3 rows', { overlay: place('standings') }, 3],
    ['standings', { overlay: place('standings') }, null],
    ['nothing', { overlay: place('before') }, null],
    ['rank 7 of 12', {}, null],
    [
      'standings, 1 row; it has no address yet',
      { overlay: place('standings'), overlayToken: null },
      1,
    ],
  ])('shows: %s', (sentence, part, count) =>
    expect(overlaySentence(room(part), count)).toBe(sentence),
  )
})

describe('viewers', () => {
  const coming = [
    { ...place('reveal', 7), inMs: 6_400 },
    { ...place('podium'), inMs: 9_000 },
  ]
  it.each<[string, Partial<ControlRoom>, number]>([
    ['off', { settings: { ...room({}).settings, isPublic: false }, coming }, 0],
    ['nothing', { viewers: place('before') }, 0],
    ['nothing; it has no link yet', { viewers: place('before'), publicToken: null }, 0],
    ['rank 8 of 12, rank 7 in 6 s', { coming }, 1_000],
    // Overdue, but not shown yet.
    ['rank 8 of 12, rank 7 in 1 s', { coming }, 9_000],
    ['nothing, final results, 12 rows in 2 s', later('final'), 0],
    ['podium, nothing in 2 s', { viewers: place('podium'), ...later('before') }, 0],
  ])('see on the public page: %s', (sentence, part, passedMs) =>
    expect(publicPageSentence(room({ viewers: place('reveal', 8), ...part }), passedMs)).toBe(
      sentence,
    ),
  )

  function later(scene: ShownPlace['scene']): Partial<ControlRoom> {
    const next = { ...place(scene), inMs: 2_000 }
    return { coming: [next], ...(scene === 'final' && { viewers: place('before') }) }
  }

  it('who take part see all results, or only the uncovered ones of a sealed event', () => {
    expect(participantsSentence(room({ isOpen: true, coming }), 0)).toBe('all results')
    expect(participantsSentence(room({ coming }), 0)).toBe('rank 8 of 12, rank 7 in 7 s')
  })
})
