import { createSingleEvent } from '@rollcall/contract/events'
import { describe, expect, test, vi } from 'vitest'
import { currentLanguage } from '#texts/language.ts'
import {
  checkedBody,
  emptySingle,
  endingOn,
  hasBegun,
  isSameDraft,
  keepEditable,
  lengthProblem,
  listConsequences,
  listMissingForSingle,
  makeSingleBody,
  movedDay,
  type SingleDraft,
  type StreamerOption,
  startingOn,
  toDraft,
  withDefaults,
} from './event-draft.ts'
import type { EventDetail } from './queries.ts'

const days = { startDate: '2026-09-14', endDate: '2026-09-16' }

describe('the days', () => {
  test('take the start as the end if there is no end, or an earlier one', () => {
    expect(startingOn({ startDate: '', endDate: '' }, '2026-09-14')).toEqual({
      startDate: '2026-09-14',
      endDate: '2026-09-14',
    })
    expect(startingOn(days, '2026-09-20')).toEqual({
      startDate: '2026-09-20',
      endDate: '2026-09-20',
    })
  })

  test('take the end as the start if the end is earlier', () => {
    expect(endingOn(days, '2026-09-01')).toEqual({ startDate: '2026-09-01', endDate: '2026-09-01' })
  })

  test('stay if they are in order', () => {
    expect(startingOn(days, '2026-09-16')).toEqual({ ...days, startDate: '2026-09-16' })
    expect(endingOn(days, '2026-09-14')).toEqual({ ...days, endDate: '2026-09-14' })
    expect(endingOn({ startDate: '', endDate: '' }, '2026-09-14').startDate).toBe('')
  })

  test('are at most 400, unless a year is still being typed', () => {
    expect(lengthProblem({ startDate: '2026-09-14', endDate: '2027-10-18' })).toBeNull()
    expect(lengthProblem({ startDate: '2026-09-14', endDate: '2027-10-19' })).toBe(
      'An event can last at most 400 days.',
    )
    expect(lengthProblem({ startDate: '0202-09-14', endDate: '2027-10-19' })).toBeNull()
    expect(lengthProblem({ startDate: '2026-09-14', endDate: '' })).toBeNull()
  })

  test('name the other day that a change has moved', () => {
    const moved = endingOn(days, '2026-09-01')
    expect(movedDay(days, moved, 'endDate')).toEqual({
      field: 'startDate',
      to: '2026-09-01',
      sentence:
        "The start date moved from Sep 14, 2026 to Sep 1, 2026, because an event can't end before it starts.",
    })
    const filled = startingOn({ startDate: '', endDate: '' }, '2026-09-14')
    expect(movedDay({ startDate: '', endDate: '' }, filled, 'startDate')?.sentence).toBe(
      'The end date is now Sep 14, 2026 too.',
    )
    expect(movedDay(days, startingOn(days, '2026-09-15'), 'startDate')).toBeNull()
    expect(movedDay(days, endingOn(days, '0002-09-01'), 'endDate')).toBeNull()
  })

  test('move nothing when a day is cleared', () => {
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
  hasRemovedStreamers: false,
}

describe('a change is asked about first', () => {
  const person = (id: number, username: string, hasResults: boolean) => ({
    ...{ id, username, hasResults, profileImageUrl: null },
  })
  const event: EventDetail = {
    ...{ id: 100_000, name: 'Cup', startAt: '2026-09-14', endAt: '2026-09-16', timeZone: 'UTC' },
    ...{ startsAt: '2026-09-14T00:00:00.000Z', endsAt: '2026-09-17T00:00:00.000Z' },
    ...{ leaderboard_config_id: 3, eventSeries: null },
    participantUsers: [person(7, 'ana', true), person(8, 'bo', false)],
  }
  const draft = toDraft(event)
  const [ana, bo] = draft.participants as [StreamerOption, StreamerOption]
  const ask = (change: object, now: string) =>
    listConsequences({ ...draft, ...change }, { event, now: new Date(now) })

  test('if others have seen the results of an event that has ended', () => {
    const after = '2026-10-01T12:00:00Z'
    expect(ask({ participants: [ana] }, after)).toEqual([])
    expect(ask({ participants: [bo, { value: 9, label: 'cy' }], leaderboard: 4 }, after)).toEqual([
      'All points will be recalculated with the new leaderboard configuration.',
      'Results from ana will no longer count.',
      'Results from cy will count as well.',
    ])
    expect(ask({ endDate: '2026-09-20' }, after)).toEqual([
      'A different end date changes which games count.',
    ])
  })

  test('if it cannot be undone, but not otherwise', () => {
    const before = '2026-09-10T12:00:00Z'
    expect(ask({ startDate: '2026-09-10' }, before)).toHaveLength(1)
    expect(ask({ startDate: '2026-09-15', leaderboard: 4 }, before)).toEqual([])
    expect(ask({ participants: [bo], leaderboard: 4 }, '2026-09-15T12:00:00Z')).toEqual([])
  })
})

describe('a single event', () => {
  test('needs name, days, scoring and streamers', () => {
    expect(listMissingForSingle(emptySingle)).toEqual([
      'a name',
      'a start date',
      'an end date',
      'scoring',
      'streamers',
    ])
    expect(listMissingForSingle({ ...full, name: '  ' })).toEqual(['a name'])
    expect(listMissingForSingle(full)).toEqual([])
  })

  test('needs a participant only if there are multiple', () => {
    const nobody = { ...full, participants: [] }
    expect(listMissingForSingle(nobody)).toEqual(['streamers'])
    expect(listMissingForSingle({ ...nobody, hasMultiple: false })).toEqual([])
  })

  test('has its defaults once they are known, unless something else is chosen', () => {
    const organiser = { value: 1, label: 'ana' }
    const several = { ...emptySingle, hasMultiple: true }
    const unknown = { organiser: null, leaderboard: null }
    const known = { organiser, leaderboard: 3 }
    expect(withDefaults(several, unknown)).toEqual(several)
    expect(withDefaults(withDefaults(several, unknown), known)).toMatchObject({
      participants: [organiser],
      leaderboard: 3,
    })
    expect(withDefaults(full, known)).toMatchObject({
      participants: [organiser, ...full.participants],
      leaderboard: full.leaderboard,
    })
    const removed = { ...full, participants: [], hasRemovedStreamers: true }
    expect(withDefaults(removed, known)).toEqual(removed)
    expect(withDefaults({ ...emptySingle, hasMultiple: false }, known).participants).toEqual([])
  })

  test('is sent with its participants only if there are multiple', () => {
    const body = { name: 'Cup', ...days, participants: [7], leaderboard: 3, timeZone: 'UTC' }
    expect(makeSingleBody({ ...full, name: ' Cup ' }, 'UTC')).toEqual(body)
    expect(makeSingleBody({ ...full, hasMultiple: false }, 'UTC')).toEqual({
      ...body,
      participants: [],
    })
  })

  test('that the contract refuses is not sent, and the reason is in the language of the pages', () => {
    const body = makeSingleBody({ ...full, name: 'a'.repeat(201) }, 'UTC')
    const send = () => checkedBody(createSingleEvent, body)
    expect(send).toThrow('The name can have up to 200 characters.')
    const inGerman = vi
      .spyOn(currentLanguage(), 'problemText')
      .mockImplementation(({ code, params }) => `${code}: ${params?.most} Zeichen.`)
    expect(send).toThrow('name_too_long: 200 Zeichen.')
    inGerman.mockRestore()
  })
})

const event: EventDetail = {
  id: 4,
  name: 'Cup',
  startAt: '2026-09-14',
  endAt: '2026-09-15',
  startsAt: '2026-09-13T22:00:00.000Z',
  endsAt: '2026-09-15T22:00:00.000Z',
  timeZone: 'Europe/Berlin',
  leaderboard_config_id: 3,
  participantUsers: [{ id: 7, username: 'racer', profileImageUrl: null, hasResults: false }],
  eventSeries: null,
}
const before = new Date('2026-09-13T21:59:59.999Z')
const start = new Date('2026-09-13T22:00:00.000Z')

describe('an event that has begun', () => {
  test('has begun from its first instant on', () => {
    expect(hasBegun(event, before)).toBe(false)
    expect(hasBegun(event, start)).toBe(true)
  })

  test('keeps its name and start; everything else can change', () => {
    const typed = {
      ...toDraft(event),
      name: 'Other',
      startDate: '2026-09-15',
      endDate: '2026-09-20',
    }
    expect(keepEditable(typed, { event, now: before })).toEqual(typed)
    expect(keepEditable(typed, { event, now: start })).toEqual({
      ...toDraft(event),
      endDate: '2026-09-20',
    })
  })
})

test('drafts are the same if they would save the same', () => {
  expect(isSameDraft(toDraft(event), { ...toDraft(event), name: 'Cup ' })).toBe(true)
  expect(isSameDraft(toDraft(event), { ...toDraft(event), participants: [] })).toBe(false)
})
