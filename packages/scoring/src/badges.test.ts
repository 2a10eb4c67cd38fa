import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToProgress,
  type EarnedBadge,
  GAME_BADGES,
  NO_PROGRESS,
  type PlayedGame,
} from './badges.ts'
import { dayAfter } from './streaks.ts'

const FIRST = '2026-10-28'

/** Games in the given order, one a day unless a game says otherwise. */
function played(...games: Partial<PlayedGame>[]): PlayedGame[] {
  return games.map((game, index) => ({
    gameId: index + 1,
    day: FIRST,
    mode: 'race',
    place: 12,
    eliminated: false,
    field: 40,
    kills: null,
    ...game,
  }))
}

const earnedBadges = (games: readonly PlayedGame[]) => addToProgress(NO_PROGRESS, games).earned

const found = (games: readonly PlayedGame[], key: EarnedBadge['key']) =>
  earnedBadges(games).find((badge) => badge.key === key) ?? null

const anyGame = fc.record({
  day: fc.integer({ min: 0, max: 12 }).map((days) => dayAfter(FIRST, days)),
  mode: fc.constantFrom('race', 'race', 'race', 'royale'),
  place: fc.integer({ min: 1, max: 12 }),
  eliminated: fc.boolean(),
  field: fc.constantFrom(12, 199, 200, 850),
  kills: fc.option(fc.integer({ min: 0, max: 6 })),
})
const anyGames = fc
  .array(anyGame, { maxLength: 160, size: 'max' })
  .map((games) => played(...games.toSorted((a, b) => (a.day < b.day ? -1 : 1))))

/** Whether the games earn the badge, in the plainest code. */
const EARNS: Record<EarnedBadge['key'], (games: readonly PlayedGame[]) => boolean> = {
  'first-win': (games) => games.some(({ place, eliminated }) => place === 1 && !eliminated),
  'races-100': (games) => games.filter(({ mode }) => mode === 'race').length >= 100,
  'races-1000': (games) => games.filter(({ mode }) => mode === 'race').length >= 1_000,
  'large-field-win': (games) =>
    games.some(({ place, eliminated, field }) => place === 1 && !eliminated && field >= 200),
  'five-kills': (games) => games.some(({ kills }) => kills !== null && kills >= 5),
  cycle: (games) =>
    Array.from({ length: 10 }, (_, index) => index + 1).every((wanted) =>
      games.some(
        ({ mode, place, eliminated }) => mode === 'race' && place === wanted && !eliminated,
      ),
    ),
  'seven-days': (games) =>
    games.some(({ day }) =>
      Array.from({ length: 7 }, (_, index) => dayAfter(day, index)).every((wanted) =>
        games.some((game) => game.day === wanted),
      ),
    ),
}

describe('the badges of games', () => {
  it('gives each badge for the first game that earns it', () => {
    fc.assert(
      fc.property(anyGames, (games) => {
        for (const key of GAME_BADGES) {
          const first = games.find((_, index) => EARNS[key](games.slice(0, index + 1)))
          expect(found(games, key)?.gameId).toBe(first?.gameId)
        }
      }),
    )
  })

  it('gives the same badges no matter how the games are split into portions', () => {
    fc.assert(
      fc.property(anyGames, fc.nat({ max: 160 }), (games, at) => {
        const whole = addToProgress(NO_PROGRESS, games)
        const half = addToProgress(NO_PROGRESS, games.slice(0, at))
        // As if it had been stored meanwhile.
        const stored = JSON.parse(JSON.stringify(half)) as typeof half
        expect(addToProgress(stored, games.slice(at))).toEqual(whole)
      }),
    )
  })

  it('gives no badge without games', () => {
    expect(earnedBadges([])).toEqual([])
    expect(earnedBadges(played({ place: 1, eliminated: true }))).toEqual([])
  })

  it('counts races, but not royales, to 100 and 1,000', () => {
    const races = (count: number) => Array.from({ length: count }, () => ({}))
    const games = played({ mode: 'royale' }, ...races(1_000))
    expect(found(games, 'races-100')?.gameId).toBe(101)
    expect(found(games, 'races-1000')?.gameId).toBe(1_001)
    expect(found(games.slice(0, 1_000), 'races-1000')).toBeNull()
  })

  it('reports the number of marbles, the kills and the first day', () => {
    const games = played(
      { place: 1, field: 199 },
      { place: 1, field: 412, mode: 'royale', kills: 7 },
      ...Array.from({ length: 6 }, (_, index) => ({ day: dayAfter(FIRST, index + 1) })),
    )
    expect(earnedBadges(games)).toEqual([
      { key: 'first-win', gameId: 1, facts: {} },
      { key: 'large-field-win', gameId: 2, facts: { field: 412 } },
      { key: 'five-kills', gameId: 2, facts: { kills: 7 } },
      { key: 'seven-days', gameId: 8, facts: { firstDay: FIRST } },
    ])
  })

  it('completes a cycle only with races that were finished', () => {
    const places = Array.from({ length: 10 }, (_, index) => ({ place: index + 1 }))
    expect(found(played(...places.toReversed()), 'cycle')?.gameId).toBe(10)
    const missing = places.filter(({ place }) => place !== 4)
    const instead = [
      { place: 4, eliminated: true },
      { place: 4, mode: 'royale' as const },
    ]
    expect(found(played(...missing, ...instead), 'cycle')).toBeNull()
    expect(found(played(...missing, ...instead, { place: 4 }), 'cycle')?.gameId).toBe(12)
  })
})
