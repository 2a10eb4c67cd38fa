import { describe, expect, it } from 'vitest'
import { checkDays, findInstants, findShowAt, hourOf } from './event-days.ts'

const utc = (date: Date) => date.toISOString()

describe('findInstants', () => {
  it.each([
    ['UTC', '2026-09-14', '2026-09-14', '2026-09-14T00:00:00.000Z', '2026-09-15T00:00:00.000Z'],
    [
      'Europe/Berlin',
      '2026-09-14',
      '2026-09-15',
      '2026-09-13T22:00:00.000Z',
      '2026-09-15T22:00:00.000Z',
    ],
    [
      'America/New_York',
      '2026-12-31',
      '2026-12-31',
      '2026-12-31T05:00:00.000Z',
      '2027-01-01T05:00:00.000Z',
    ],
    [
      'Asia/Kolkata',
      '2026-02-28',
      '2026-02-28',
      '2026-02-27T18:30:00.000Z',
      '2026-02-28T18:30:00.000Z',
    ],
    // The clocks go forward, or back, within the day: it has 23 or 25 hours.
    [
      'Europe/Berlin',
      '2026-03-29',
      '2026-03-29',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      'Europe/Berlin',
      '2026-10-25',
      '2026-10-25',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    // The clocks skip midnight: the day begins at 01:00.
    [
      'America/Santiago',
      '2026-09-06',
      '2026-09-06',
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
    ],
    [
      'Pacific/Kiritimati',
      '2026-01-01',
      '2026-01-01',
      '2025-12-31T10:00:00.000Z',
      '2026-01-01T10:00:00.000Z',
    ],
  ])('in %s from %s to %s', (timeZone, firstDay, lastDay, startsAt, endsAt) => {
    const instants = findInstants({ firstDay, lastDay, timeZone })
    expect([utc(instants.startsAt), utc(instants.endsAt)]).toEqual([startsAt, endsAt])
  })
})

describe('checkDays', () => {
  const days = { firstDay: '2026-09-14', lastDay: '2026-09-14', timeZone: 'UTC' }
  it('accepts an event of one day', () => {
    expect(() => checkDays(days)).not.toThrow()
  })
  it.each([
    ['an end before the start', { ...days, lastDay: '2026-09-13' }, /end date/],
    ['a year that does not exist', { ...days, firstDay: '0000-01-01' }, /years 2000 to 2999/],
    ['the end of the calendar', { ...days, lastDay: '9999-12-31' }, /years 2000 to 2999/],
    ['an unknown zone', { ...days, timeZone: 'Middle/Earth' }, /time zone/],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => checkDays(wrong)).toThrow(message)
  })
})

describe('findShowAt', () => {
  const at = (lastDay: string, timeZone: string | null, showTime: string) =>
    findShowAt({ firstDay: lastDay, lastDay, timeZone }, showTime)

  it('is an hour of the last day in the zone, also when the clocks change', () => {
    expect(at('2026-12-12', 'America/New_York', '20:00').toISOString()).toBe(
      '2026-12-13T01:00:00.000Z',
    )
    expect(at('2026-10-25', 'Europe/Berlin', '01:30').toISOString()).toBe(
      '2026-10-24T23:30:00.000Z',
    )
    expect(at('2026-10-25', 'Europe/Berlin', '20:00').toISOString()).toBe(
      '2026-10-25T19:00:00.000Z',
    )
    expect(at('2026-12-12', null, '20:00').toISOString()).toBe('2026-12-12T20:00:00.000Z')
  })

  it('comes back as the same hour, or as the next one that the clocks show', () => {
    for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', null]) {
      for (const hour of ['00:00', '03:15', '20:00', '23:59']) {
        expect(hourOf(at('2026-12-12', zone, hour), zone), `${hour} in ${zone}`).toBe(hour)
      }
    }
    expect(hourOf(at('2026-03-29', 'Europe/Berlin', '02:30'), 'Europe/Berlin')).toBe('03:30')
  })
})
