import { expect, it } from 'vitest'
import { todoOf } from './event-todo.ts'

const event = {
  startsAt: new Date('2026-12-04T00:00:00Z'),
  endsAt: new Date('2026-12-06T00:00:00Z'),
  showAt: null,
  results: 'waiting' as const,
  participantCount: 4,
  resultCount: 3,
}
const at = (instant: string, changed: Partial<Parameters<typeof todoOf>[0]> = {}) =>
  todoOf({ ...event, ...changed }, new Date(instant))

it('waits for the start, for results, for its show and for its end', () => {
  expect(at('2026-12-03T23:59:00Z')).toBe('upcoming')
  expect(at('2026-12-04T00:00:00Z')).toBe('collecting')
  expect(at('2026-12-05T23:59:00Z', { resultCount: 4 })).toBe('collecting')
  expect(at('2026-12-06T00:00:00Z', { resultCount: 4 })).toBe('ready')
  expect(at('2026-12-06T00:00:00Z', { results: 'revealing' })).toBe('revealing')
  expect(at('2026-12-06T00:00:00Z', { results: 'shown' })).toBe('revealed')
})

it('is ready for a show that is planned for its last evening', () => {
  const showAt = new Date('2026-12-05T20:00:00Z')
  expect(at('2026-12-05T19:59:00Z', { showAt, resultCount: 4 })).toBe('collecting')
  expect(at('2026-12-05T20:00:00Z', { showAt, resultCount: 4 })).toBe('ready')
})

it('waits a week for missing results, and a month for a show', () => {
  expect(at('2026-12-12T23:59:00Z')).toBe('collecting')
  expect(at('2026-12-13T00:00:00Z')).toBe('ready')
  expect(at('2026-12-13T00:00:00Z', { resultCount: 0 })).toBe('ended')
  expect(at('2027-01-05T00:00:00Z')).toBe('ended')
})
