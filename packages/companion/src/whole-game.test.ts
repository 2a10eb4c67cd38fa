import { makeGame, makeTiltLevel } from '@rollcall/formats/testing/make-games'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { describe, expect, it } from 'vitest'
import { type FoundFiles, judgeFiles } from './whole-game.ts'

const finishedAt = new Date('2026-10-01T18:00:00Z')
const anHourLater = new Date('2026-10-01T19:00:00Z')
const entrants = Array.from({ length: 12 }, (_, index) => ({ login: `racer${index}`, skill: 1 }))
const made = makeGame(new SeededRandom('one'), { mode: 'race', entrants, finishedAt })
const other = makeGame(new SeededRandom('other'), { mode: 'race', entrants, finishedAt })
const race: FoundFiles = {
  mode: 'race',
  results: Buffer.from(made.raceData),
  summary: Buffer.from(made.summaryData),
  checkpoints: Buffer.from(made.checkpointData),
  hasNewCheckpoints: true,
  unchangedMs: 1_000,
  writtenAt: finishedAt,
  summaryWrittenAt: finishedAt,
}
const judgeRace = (changes: Partial<FoundFiles>) => judgeFiles({ ...race, ...changes })
const legacy = Buffer.from(
  'Position,Username,Displayname,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,a,A,FFFFFFFF,42,12.3,false\r\n',
)

describe('judgeFiles', () => {
  it('accepts a race with all three files', () => {
    expect(judgeRace({})).toMatchObject({
      state: 'whole',
      game: { playerCount: 12, isRankable: true },
      identity: expect.stringMatching(/^race [0-9a-f-]{36}$/),
    })
  })

  it("waits for this game's summary, and does without one that never arrives", () => {
    for (const summary of [null, Buffer.alloc(0), Buffer.from(other.summaryData)]) {
      expect(judgeRace({ summary })).toMatchObject({ state: 'unfinished', againInMs: 29_000 })
      expect(judgeRace({ summary, unchangedMs: 30_000 })).toMatchObject({
        state: 'whole',
        parts: { summaryData: null },
      })
    }
  })

  it('waits a little for checkpoints, and ignores those of another race', () => {
    const old = { hasNewCheckpoints: false }
    expect(judgeRace(old)).toMatchObject({ state: 'unfinished', againInMs: 1_500 })
    expect(judgeRace({ ...old, unchangedMs: 2_500 })).toMatchObject({
      state: 'whole',
      game: { hits: [] },
    })
    expect(judgeRace({ checkpoints: Buffer.alloc(0) })).toMatchObject({ game: { hits: [] } })
  })

  it('does without unreadable checkpoints, but not at once', () => {
    const broken = { checkpoints: Buffer.from('Number,Username,DisplayName,Colour\r\nx,a,A,F\r\n') }
    expect(judgeRace(broken)).toMatchObject({ state: 'unfinished' })
    expect(judgeRace({ ...broken, unchangedMs: 30_000 })).toMatchObject({ game: { hits: [] } })
  })

  it('is patient with a half-written file, wherever it is cut', () => {
    for (let end = 1; end < race.results.length - 2; end += 7) {
      const judgement = judgeRace({ results: race.results.subarray(0, end) })
      expect(['unfinished', 'nothing']).toContain(judgement.state)
    }
    expect(judgeRace({ results: Buffer.alloc(0) })).toEqual({ state: 'nothing' })
  })

  it('says why a game that did not end does not count', () => {
    const summary = Buffer.from(made.summaryData.replace('Final', 'Error'))
    expect(judgeRace({ summary })).toEqual({
      state: 'unusable',
      problem: 'The game ended with the status "Error". Only Final games are accepted.',
    })
  })

  it('accepts a legacy race, which has no summary, whatever other files there are', () => {
    const judgement = judgeRace({ results: legacy })
    expect(judgement).toMatchObject({ state: 'whole', parts: { summaryData: null } })
  })

  it('does not accept a tilt level without its summary, which alone says whether the stream was live', () => {
    const level = makeTiltLevel(new SeededRandom('tilt'), { level: 3, entrants, finishedAt })
    const tilt: FoundFiles = {
      mode: 'tilt',
      results: Buffer.from(level.raceData),
      summary: null,
      checkpoints: null,
      hasNewCheckpoints: false,
      unchangedMs: 60_000,
      writtenAt: finishedAt,
      summaryWrittenAt: null,
    }
    expect(judgeFiles(tilt)).toMatchObject({ state: 'unfinished' })
    expect(judgeFiles({ ...tilt, summary: Buffer.from(level.summaryData) })).toMatchObject({
      state: 'whole',
      parts: { checkpointData: null },
    })
  })

  it('takes equal legacy files that were written later for another game', () => {
    const identityAt = (writtenAt: Date) => {
      const judgement = judgeRace({ results: legacy, writtenAt })
      return judgement.state === 'whole' && judgement.identity
    }
    expect(identityAt(finishedAt)).toBe(identityAt(finishedAt))
    expect(identityAt(finishedAt)).not.toBe(identityAt(anHourLater))
  })

  it('waits for the file of a legacy level, which names no game, until it is written again', () => {
    const level: FoundFiles = {
      ...race,
      mode: 'tilt',
      results: Buffer.from(
        'Username,DisplayName,PointsEarned,TimeOnBoard,LastLevelJoined,TopTiltee\r\na,A,7,-1,3,1,\r\n',
      ),
      summary: Buffer.from(
        'CurrentLevel,ElapsedTime,CurrentTopTiltee,LevelExp,TotalExp,LevelPassed\r\n3,-1,a,1,1,true\r\n',
      ),
      writtenAt: anHourLater,
    }
    expect(judgeFiles(level)).toMatchObject({ state: 'unfinished' })
    const written = { ...level, summaryWrittenAt: anHourLater }
    expect(judgeFiles(written)).toMatchObject({ state: 'whole', game: { isRankable: true } })
    expect(judgeFiles({ ...level, unchangedMs: 30_000 })).toMatchObject({ state: 'whole' })
  })
})
