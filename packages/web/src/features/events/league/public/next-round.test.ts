import type { Round } from '@rollcall/contract/leagues'
import { expect, it } from 'vitest'
import { nextShow } from './next-round.ts'

const NOW = Date.parse('2026-09-14T12:00:00Z')
const round = (state: Round['state'], showAt: string | null) => ({ state, showAt })

it('the next show is the earliest that is still to come, of a round that is not voided', () => {
  const rounds = [
    round('planned', '2026-09-20T20:00:00Z'),
    round('open', '2026-09-16T20:00:00Z'),
    round('voided', '2026-09-15T20:00:00Z'),
    round('final', '2026-09-13T20:00:00Z'),
    round('planned', null),
  ]
  expect(nextShow(rounds, NOW)?.showAt).toBe('2026-09-16T20:00:00Z')
  expect(nextShow(rounds, Date.parse('2026-09-20T20:00:00Z'))).toBeNull()
})

it('a round whose streamers have all run before its days are over still has its show', () => {
  expect(nextShow([round('waiting', '2026-09-14T20:00:00Z')], NOW)).not.toBeNull()
})
