import { describe, expect, it } from 'vitest'
import { draftOf, NEW_LEAGUE, rulesOf } from './league-draft.ts'

const PLACES = { ...NEW_LEAGUE, isForPlaces: true }

describe('rules as they are typed', () => {
  it('are valid from the beginning, and come back as they were', () => {
    const teams = { hasTeams: true, best: '2', minSize: '1', maxSize: '' }
    for (const draft of [
      NEW_LEAGUE,
      { ...NEW_LEAGUE, teams },
      { ...PLACES, table: '10,5.5, 0', multipliers: { 7: '2' } },
      { ...NEW_LEAGUE, rows: { ...NEW_LEAGUE.rows, bestChannels: '2' } },
      { ...NEW_LEAGUE, rows: { ...NEW_LEAGUE.rows, kind: 'streamers' as const } },
    ]) {
      const made = rulesOf(draft)
      const rules = 'rules' in made ? made.rules : null
      expect(rules).not.toBeNull()
      expect(rulesOf(draftOf(rules))).toEqual({ rules })
    }
  })

  it.each([
    [{ ...PLACES, table: '10, x' }, 'table'],
    [{ ...PLACES, table: '' }, 'table'],
    [{ ...PLACES, table: '1.234' }, 'table'],
    [{ ...NEW_LEAGUE, drops: '1' }, 'drops'],
    [{ ...NEW_LEAGUE, drops: '0, 0.5' }, 'drops'],
    [{ ...NEW_LEAGUE, drops: '0, 1, 0' }, 'drops'],
    [{ ...NEW_LEAGUE, minimum: '-1' }, 'minimum'],
    [{ ...NEW_LEAGUE, teams: { hasTeams: true, best: '', minSize: '4', maxSize: '3' } }, 'teams'],
    [{ ...NEW_LEAGUE, multipliers: { 7: '101' } }, 'multiplier'],
    [{ ...NEW_LEAGUE, rows: { ...NEW_LEAGUE.rows, bestChannels: '0' } }, 'rows'],
    [
      { ...NEW_LEAGUE, rows: { kind: 'streamers', bestChannels: 'not used', bestRows: '' } },
      'rows',
    ],
  ] as const)('say which field is wrong: %o', (draft, field) => {
    expect(rulesOf(draft)).toEqual({ wrong: [field] })
  })

  it('do not look at a table of points that is not used', () => {
    expect(rulesOf({ ...NEW_LEAGUE, table: 'x' })).toHaveProperty('rules')
  })
})
