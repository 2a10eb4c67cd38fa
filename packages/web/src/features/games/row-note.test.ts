import { expect, it } from 'vitest'
import { noteOf } from './row-note.ts'

const row = (facts: object) => ({
  ...{ seconds: null, isEliminated: false, kills: null, damage: null },
  ...{ isTopTiltee: false, checkpoints: [] },
  ...facts,
})

it('says the time of a race, or when it ended for a marble, and its checkpoints', () => {
  expect(noteOf('race', row({ seconds: 62.345678 }))).toBe('1:02.345')
  expect(noteOf('race', row({ seconds: 9.77, isEliminated: true }))).toBe(
    'Eliminated after 0:09.770',
  )
  expect(noteOf('race', row({ isEliminated: true }))).toBe('Eliminated')
  expect(noteOf('race', row({ seconds: 60, checkpoints: [1, 3] }))).toBe(
    '1:00.000 · Checkpoints 1, 3',
  )
  expect(noteOf('race', row({ checkpoints: [2] }))).toBe('Checkpoint 2')
  expect(noteOf('race', row({}))).toBe('')
})

it('says kills and damage of a royale, and not that somebody was knocked out', () => {
  const facts = { seconds: 30, isEliminated: true, kills: 1, damage: 1_234 }
  expect(noteOf('royale', row(facts))).toBe('0:30.000 · 1 kill · 1,234 damage')
})

it('says who was the best of a tilt level, and who did not survive it', () => {
  expect(noteOf('tilt', row({ isTopTiltee: true, seconds: 29.11 }))).toBe('Top tiltee · 0:29.110')
  expect(noteOf('tilt', row({ isEliminated: true }))).toBe('Eliminated')
})
