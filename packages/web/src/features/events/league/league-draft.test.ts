import { describe, expect, it } from 'vitest'
import { draftOf, NEW_LEAGUE, rulesOf } from './league-draft.ts'
import { NO_TERMS, withBonus } from './terms/terms-draft.ts'

const BONUS = { key: 0, name: 'Bonus', points: '1', by: 'hand' } as const
const GAME = { eventId: 7, gameId: 9, finishedAt: '2026-09-14T18:00:00.000Z' }
const PLACES = { ...NEW_LEAGUE, points: 'places' } as const
const FAIR = { ...NEW_LEAGUE, points: 'fair' } as const

describe('rules as they are typed', () => {
  it('are valid from the beginning, and come back as they were', () => {
    const teams = { hasTeams: true, best: '2', minSize: '1', maxSize: '' }
    for (const draft of [
      NEW_LEAGUE,
      { ...NEW_LEAGUE, teams },
      { ...PLACES, table: '10,5.5, 0', multipliers: { 7: '2' } },
      {
        ...NEW_LEAGUE,
        ties: ['named_game'] as const,
        terms: { bonuses: withBonus(withBonus([])), keepsParticipation: true, namedGame: GAME },
      },
      { ...NEW_LEAGUE, rows: { ...NEW_LEAGUE.rows, bestChannels: '2' } },
      { ...FAIR, fairGames: '3' },
      { ...FAIR, rows: { ...NEW_LEAGUE.rows, kind: 'streamers' as const } },
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
    [{ ...FAIR, fairGames: '31' }, 'fairGames'],
    [{ ...FAIR, fairGames: '' }, 'fairGames'],
    [{ ...PLACES, table: '' }, 'table'],
    [{ ...PLACES, table: '1.234' }, 'table'],
    [{ ...NEW_LEAGUE, drops: '1' }, 'drops'],
    [{ ...NEW_LEAGUE, drops: '0, 0.5' }, 'drops'],
    [{ ...NEW_LEAGUE, drops: '0, 1, 0' }, 'drops'],
    [{ ...NEW_LEAGUE, minimum: '-1' }, 'minimum'],
    [{ ...NEW_LEAGUE, teams: { hasTeams: true, best: '', minSize: '4', maxSize: '3' } }, 'teams'],
    [{ ...NEW_LEAGUE, multipliers: { 7: '101' } }, 'multiplier'],
    [{ ...NEW_LEAGUE, terms: { ...NO_TERMS, bonuses: [BONUS, BONUS] } }, 'bonuses'],
    [{ ...NEW_LEAGUE, terms: { ...NO_TERMS, bonuses: [{ ...BONUS, points: '' }] } }, 'bonuses'],
    [{ ...NEW_LEAGUE, ties: ['named_game'] }, 'game'],
    [{ ...NEW_LEAGUE, rows: { ...NEW_LEAGUE.rows, bestChannels: '0' } }, 'rows'],
    [
      { ...NEW_LEAGUE, rows: { kind: 'streamers', bestChannels: 'not used', bestRows: '' } },
      'rows',
    ],
  ] as const)('say which field is wrong: %o', (draft, field) => {
    expect(rulesOf(draft)).toEqual({ wrong: [field] })
  })

  it('have nothing of terms that are not used', () => {
    const terms = { bonuses: [], keepsParticipation: true, namedGame: GAME }
    const made = rulesOf({ ...PLACES, terms })
    const rules = 'rules' in made ? made.rules : {}
    expect(Object.keys(rules)).not.toContain('bonuses')
    expect(Object.keys(rules)).not.toContain('keepsParticipation')
    expect(Object.keys(rules)).not.toContain('namedGame')
  })

  it('count all channels where fair points count, even if a number was typed before', () => {
    const made = rulesOf({ ...FAIR, rows: { ...NEW_LEAGUE.rows, bestChannels: '2' } })
    expect(made).toMatchObject({ rules: { points: { kind: 'fair', games: 5 } } })
    expect('rules' in made && made.rules).not.toHaveProperty('rows')
  })

  it('do not look at a table of points that is not used', () => {
    expect(rulesOf({ ...NEW_LEAGUE, table: 'x' })).toHaveProperty('rules')
  })
})
