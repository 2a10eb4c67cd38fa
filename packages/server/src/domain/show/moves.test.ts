import { expect, test } from 'vitest'
import { type MoveResult, type ShowProgress, stageTakesMs } from './moves.ts'

const at = (reached: number, change: Partial<MoveResult> = {}): MoveResult => ({
  ...{ phase: 'live', startRank: 11, reached, isPodiumOpen: false, step: null, stepMs: 0 },
  ...change,
})
const waiting: ShowProgress = {
  phase: 'waiting',
  startRank: 11,
  reached: null,
  isPodiumOpen: false,
  step: null,
}

test.each<{ move: string; before: ShowProgress; after: MoveResult; ms: number }>([
  { move: 'start', before: waiting, after: at(11, { stepMs: 1000 }), ms: 1500 },
  { move: 'next', before: at(2), after: at(1, { stepMs: 4500 }), ms: 5000 },
  {
    move: 'straight to the podium',
    before: at(7),
    after: at(7, { isPodiumOpen: true, stepMs: 2700 }),
    ms: 3200,
  },
  {
    move: 'finish while ranks are hidden',
    before: at(7),
    after: at(1, { phase: 'final' }),
    ms: 500,
  },
  { move: 'the gap of the duel', before: at(3), after: at(3, { stepMs: 3000 }), ms: 3500 },
  {
    move: 'next after rank 1',
    before: at(1),
    after: at(1, { isPodiumOpen: true, stepMs: 2700 }),
    ms: 3200,
  },
  {
    move: 'take over at the podium',
    before: at(7, { isPodiumOpen: true }),
    after: at(7, { isPodiumOpen: true }),
    ms: 0,
  },
  { move: 'back', before: at(6), after: at(7), ms: 0 },
])('viewers wait until the stage has shown the move: $move', ({ before, after, ms }) => {
  expect(stageTakesMs(before, after)).toBe(ms)
})
