import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hitsContent, readCheckpointHits } from './checkpoint-hits.ts'
import { WarningList } from './problem.ts'
import { catchProblem, samples } from './testing/samples.ts'

const read = (content: string | Uint8Array) =>
  readCheckpointHits({
    part: 'checkpointData',
    bytes: Buffer.from(content),
    warnings: new WarningList(),
  })
const sample = (folder: string) =>
  read(readFileSync(new URL(`checkpoint/${folder}/LastRaceNumbersHit.csv`, samples)))

const header = 'Number,Username,DisplayName,NameColor\r\n'

describe('the samples', () => {
  it('01-normal: 10 comes after 3', () => {
    const hits = sample('01-normal')
    expect(hits.map((hit) => [hit.number, hit.login])).toEqual([
      [1, 'pebblewick'],
      [2, 'oatmilk_otis'],
      [3, 'pebblewick'],
      [10, 'starlight_jp'],
    ])
    expect(hits[3]?.displayName).toBe('星あかり')
  })

  it('02-exact-duplicate-rows', () => {
    expect(sample('02-exact-duplicate-rows').map((hit) => hit.login)).toEqual([
      'gravelgran',
      'tumbleteo',
    ])
  })

  it('03-header-only', () => {
    expect(sample('03-header-only')).toEqual([])
  })
})

it.each(['Zahl;wer', 'a,b,c,d,e', 'Checkpoint,Login,Name,Colour,,', '"1st","x","y","z"'])(
  'accepts any headings: %s',
  (headings) => {
    expect(read(`${headings}\n7,A,,FFFFFFFF,\n`)).toEqual([
      { number: 7, login: 'a', displayName: 'A' },
    ])
  },
)

it('one racer may hit several checkpoints, and several racers may hit the same one', () => {
  expect(read(`${header}1,a,A,F\n2,a,A,F\n1,b,B,F\n01,@A,other,\n`)).toHaveLength(3)
})

const legacyRace = 'Position,Username,Displayname,NameColor,PointsEarned,FinishTime,Eliminated\n'

it.each([
  ['', 'empty_file', undefined, undefined],
  [`${legacyRace}1,a,A,F,1,1.5,false\n`, 'unknown_header', 1, undefined],
  ['1,a,A,FFFFFFFF\n', 'unknown_header', 1, undefined],
  [`${header}1,a,A\n`, 'bad_row', 2, 3],
  [`${header}1,a,A`, 'incomplete', 2, undefined],
  [`${header}1,a,A,F\n1,a`, 'incomplete', 3, undefined],
  [`${header}1,a,Smith, Jo,F\n`, 'bad_row', 2, 5],
  [`${header},a,A,F\n`, 'bad_value', 2, 1],
  [`${header}1.5,a,A,F\n`, 'bad_value', 2, 1],
  [`${header}1,@,A,F\n`, 'bad_row', 2, 2],
  [header + '1,a,A,F\n'.repeat(5_001), 'too_large', 5_002, undefined],
])('refuses %# as %s', (text, code, line, column) => {
  const problem = catchProblem(() => read(text))
  expect(problem.part).toBe('checkpointData')
  expect([problem.code, problem.line, problem.column]).toEqual([code, line, column])
})

it('hitsContent ignores order, names and line ends, and is null without hits', () => {
  const hash = hitsContent(read(`${header}1,a,A,F\r\n10,b,B,F\r\n`))
  expect(hitsContent(read(`x\n10,B,b,\n1,a,Z,F\n10,b,B,F`))).toBe(hash)
  expect(hitsContent(read(`${header}1,a,A,F\n`))).not.toBe(hash)
  expect(hitsContent(read(`${header}1,b,A,F\n10,a,B,F\n`))).not.toBe(hash)
  expect(hitsContent([])).toBeNull()
})
