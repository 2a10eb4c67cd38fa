import type { EventDetail } from '@rollcall/contract/events'
import { describe, expect, test } from 'vitest'
import {
  allowedOf,
  bodyOfChange,
  draftOf,
  hasBegun,
  isSameDraft,
  missingOfChange,
} from './manage-draft.ts'

const event: EventDetail = {
  id: 4,
  name: 'Cup',
  startAt: '2026-09-14',
  endAt: '2026-09-15',
  startsAt: '2026-09-13T22:00:00.000Z',
  endsAt: '2026-09-15T22:00:00.000Z',
  timeZone: 'Europe/Berlin',
  leaderboard_config_id: 3,
  participantUsers: [{ id: 7, username: 'racer' }],
  eventSeries: null,
}
const before = new Date('2026-09-13T21:59:59.999Z')
const start = new Date('2026-09-13T22:00:00.000Z')

describe('an event that has begun', () => {
  test('has from its first instant on', () => {
    expect(hasBegun(event, before)).toBe(false)
    expect(hasBegun(event, start)).toBe(true)
  })

  test('keeps name and start, and takes everything else', () => {
    const typed = {
      ...draftOf(event),
      name: 'Other',
      startDate: '2026-09-15',
      endDate: '2026-09-20',
    }
    expect(allowedOf(typed, { event, now: before })).toEqual(typed)
    expect(allowedOf(typed, { event, now: start })).toEqual({
      ...draftOf(event),
      endDate: '2026-09-20',
    })
  })
})

test('a change needs every field', () => {
  const draft = draftOf(event)
  expect(missingOfChange(draft)).toEqual([])
  expect(
    missingOfChange({ name: '', startDate: '', endDate: '', leaderboard: null, participants: [] }),
  ).toHaveLength(5)
})

test('a change is sent as the contract says', () => {
  expect(bodyOfChange({ ...draftOf(event), name: ' Cup ' })).toEqual({
    name: 'Cup',
    startAt: '2026-09-14',
    endAt: '2026-09-15',
    leaderboard_config_id: 3,
    participants: [7],
  })
})

test('a draft is the same as what it would save', () => {
  expect(isSameDraft(draftOf(event), { ...draftOf(event), name: 'Cup ' })).toBe(true)
  expect(isSameDraft(draftOf(event), { ...draftOf(event), participants: [] })).toBe(false)
})
