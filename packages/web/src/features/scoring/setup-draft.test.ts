import { NEW_CONFIGURATION, STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { describe, expect, test, vi } from 'vitest'
import { currentLanguage } from '#texts/language.ts'
import {
  findFirstProblem,
  readDraft,
  type SetupDraft,
  toSetupDraft,
  withAddedPositions,
  withoutPosition,
} from './setup-draft.ts'

const standard = toSetupDraft(STANDARD_CONFIGURATION)

const withNumbers = (numbers: Partial<SetupDraft['numbers']>, draft = standard): SetupDraft => ({
  ...draft,
  numbers: { ...draft.numbers, ...numbers },
})
const withTexts = (...texts: string[]): SetupDraft => ({
  ...standard,
  positions: texts.map((text, index) => ({ id: index + 1, text })),
})
const listTexts = ({ positions }: SetupDraft) => positions.map(({ text }) => text)

function added(draft: SetupDraft): SetupDraft {
  const outcome = withAddedPositions(draft)
  if ('why' in outcome) {
    throw new Error(outcome.why)
  }
  return outcome.draft
}

describe('reading', () => {
  test('returns a loaded configuration unchanged', () => {
    const config = {
      ...STANDARD_CONFIGURATION,
      damagePoints: 0.01,
      crownWinPoints: -2.5,
      positions: [{ position: 1, points: -99.95 }],
    }
    expect(readDraft(toSetupDraft(config)).config).toEqual(config)
  })

  test('a new configuration lacks only a name and a mode', () => {
    const read = readDraft(toSetupDraft())
    expect(read.config).toBeNull()
    expect([...read.problems.keys()]).toEqual(['name', 'gameModes'])
    expect(findFirstProblem(read)).toBe('The leaderboard needs a name.')
  })

  test('a language can make its own sentence from the code and params of a problem', () => {
    const problemText = vi.spyOn(currentLanguage(), 'problemText')
    problemText.mockImplementation(({ code, params }) => `${code} ${JSON.stringify(params)}`)
    const { problems } = readDraft(withNumbers({ damagePoints: 'x' }))
    expect(problems.get('damagePoints')).toBe(
      'points_out_of_range {"field":"damagePoints","least":-1000000,"most":1000000}',
    )
    problemText.mockRestore()
  })

  test.each(['', ' ', 'x', '1.234', '1e9'])('%j is not a number of points', (text) => {
    const read = readDraft(withNumbers({ damagePoints: text }))
    expect(read.config).toBeNull()
    expect(read.problems.get('damagePoints')).toMatch(/^Points per damage must be a number/)
  })

  test.each(['0', '1.5', '0'.repeat(3)])('%j is not a valid count', (text) => {
    expect(readDraft(withNumbers({ multiplePositionsToAdd: text })).config).toBeNull()
  })

  test('names the invalid position', () => {
    const read = readDraft(withTexts('10', '', '5'))
    expect([...read.problems.keys()]).toEqual(['positions.1.points'])
    expect(findFirstProblem(read)).toMatch(/^Position 2: Points for a position must be/)
  })

  test('a hidden field does not prevent saving', () => {
    const draft = withNumbers({ brKillPoints: '', crownWinPoints: '1.234', damagePoints: '3' })
    expect(readDraft(draft).config).toBeNull()
    const hidden = { ...draft, gameModes: { ...draft.gameModes, battleRoyale: false } }
    expect(readDraft(hidden).config).toMatchObject({
      brKillPoints: 0,
      crownWinPoints: 0,
      damagePoints: 3,
    })
  })
})

describe('a difference', () => {
  const fingerprint = (draft: SetupDraft) => readDraft(draft).fingerprint

  test('is one of value, not of spelling', () => {
    expect(fingerprint(withNumbers({ pointDecrement: '5.00' }))).toBe(fingerprint(standard))
    expect(fingerprint({ ...standard, name: 'Standard ' })).toBe(fingerprint(standard))
  })

  test('is noticed in every part, even if the draft cannot be saved', () => {
    const changed = [
      withNumbers({ pointDecrement: '5.01' }),
      withNumbers({ pointDecrement: '' }),
      withoutPosition(standard, 3),
      { ...standard, name: '' },
      { ...standard, isDefault: true },
      { ...standard, givePositionPointsOnDNF: true },
      { ...standard, gameModes: { ...standard.gameModes, tilted: false } },
    ]
    expect(new Set([standard, ...changed].map(fingerprint)).size).toBe(changed.length + 1)
  })
})

describe('positions', () => {
  test('are added after the last, each with fewer points by the decrement', () => {
    const draft = withNumbers(
      { multiplePositionsToAdd: '3', pointDecrement: '0.1' },
      withTexts('1', '0.3'),
    )
    expect(listTexts(added(draft))).toEqual(['1', '0.3', '0.2', '0.1', '0'])
  })

  test('keep their ids when others are removed, and new ones get new ids', () => {
    const shorter = withoutPosition(withTexts('9', '8', '7'), 2)
    expect(shorter.positions).toEqual([
      { id: 1, text: '9' },
      { id: 3, text: '7' },
    ])
    expect(added(shorter).positions.map(({ id }) => id)).toEqual([1, 3, 4])
    expect(readDraft(shorter).config?.positions).toEqual([
      { position: 1, points: 9 },
      { position: 2, points: 7 },
    ])
  })

  test('the only one cannot be removed', () => {
    expect(withoutPosition(toSetupDraft(), 1)).toEqual(toSetupDraft(NEW_CONFIGURATION))
  })

  test('are not added with an invalid count, or after a position without points', () => {
    expect(withAddedPositions(withNumbers({ multiplePositionsToAdd: '0' }))).toHaveProperty('why')
    expect(withAddedPositions(withNumbers({ pointDecrement: '' }))).toHaveProperty('why')
    expect(withAddedPositions(withTexts('5', ''))).toHaveProperty('why')
    expect(withAddedPositions(withTexts('', '5'))).toHaveProperty('draft')
  })

  test('end at 2,000', () => {
    const outcome = withAddedPositions(withNumbers({ multiplePositionsToAdd: '2000' }))
    expect(outcome).toMatchObject({ count: 1_990 })
    const full = added(withNumbers({ multiplePositionsToAdd: '2000' }))
    expect(readDraft(full).config?.positions).toHaveLength(2_000)
    expect(withAddedPositions(full)).toEqual({
      why: 'A leaderboard can have up to 2,000 positions.',
      isBesideField: false,
    })
  })
})
