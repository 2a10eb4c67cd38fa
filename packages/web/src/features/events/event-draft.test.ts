import { describe, expect, test } from 'vitest'
import {
  bodyOfSingle,
  emptySingle,
  endingOn,
  missingOfSingle,
  type SingleDraft,
  startingOn,
} from './event-draft.ts'

const days = { startDate: '2026-09-14', endDate: '2026-09-16' }

describe('the days', () => {
  test('end with the start where there is no end, or an earlier one', () => {
    expect(startingOn({ startDate: '', endDate: '' }, '2026-09-14')).toEqual({
      startDate: '2026-09-14',
      endDate: '2026-09-14',
    })
    expect(startingOn(days, '2026-09-20')).toEqual({
      startDate: '2026-09-20',
      endDate: '2026-09-20',
    })
  })

  test('start with the end where that is earlier', () => {
    expect(endingOn(days, '2026-09-01')).toEqual({ startDate: '2026-09-01', endDate: '2026-09-01' })
  })

  test('stay where they are the right way round', () => {
    expect(startingOn(days, '2026-09-16')).toEqual({ ...days, startDate: '2026-09-16' })
    expect(endingOn(days, '2026-09-14')).toEqual({ ...days, endDate: '2026-09-14' })
    expect(endingOn({ startDate: '', endDate: '' }, '2026-09-14').startDate).toBe('')
  })

  test('take nothing along when one is cleared', () => {
    expect(startingOn(days, '')).toEqual({ ...days, startDate: '' })
    expect(endingOn(days, '')).toEqual({ ...days, endDate: '' })
  })
})

const full: SingleDraft = {
  name: 'Cup',
  ...days,
  participants: [{ value: 7, label: 'racer' }],
  leaderboard: 3,
  hasMultiple: true,
}

describe('a single event', () => {
  test('needs name, days, leaderboard and the answer', () => {
    expect(missingOfSingle(emptySingle)).toEqual([
      'a name',
      'a start date',
      'an end date',
      'a leaderboard',
      'whether there are multiple participants',
    ])
    expect(missingOfSingle({ ...full, name: '  ' })).toEqual(['a name'])
    expect(missingOfSingle(full)).toEqual([])
  })

  test('needs a participant only if there are multiple', () => {
    const nobody = { ...full, participants: [] }
    expect(missingOfSingle(nobody)).toEqual(['at least one participant'])
    expect(missingOfSingle({ ...nobody, hasMultiple: false })).toEqual([])
  })

  test('is sent with its participants only if there are multiple', () => {
    const body = { name: 'Cup', ...days, participants: [7], leaderboard: 3, timeZone: 'UTC' }
    expect(bodyOfSingle({ ...full, name: ' Cup ' }, 'UTC')).toEqual(body)
    expect(bodyOfSingle({ ...full, hasMultiple: false }, 'UTC')).toEqual({
      ...body,
      participants: [],
    })
  })
})
