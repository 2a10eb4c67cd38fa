import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameFiles, readGameFiles } from './game-files.ts'
import { FileProblem } from './problem.ts'
import {
  csv,
  legacyHeader,
  legacyRoyaleHeader,
  read,
  twoRacers,
} from './testing/made-game-files.ts'
import { samples } from './testing/samples.ts'

describe('the key', () => {
  const rows = Array.from(
    { length: 9 },
    (_, index) => `${index + 1},r${index},R,F,${index},1.5,true`,
  )
  const key = read(csv(legacyHeader, ...rows)).content

  it('is the same in another encoding, order or line end', () => {
    const write = fc.record({
      lines: fc.shuffledSubarray(rows, { minLength: rows.length }),
      lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
      encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'),
      mark: fc.constantFrom('', '\ufeff'),
      tail: fc.constantFrom('', '\n', '\0'.repeat(100)),
    })
    fc.assert(
      fc.property(write, ({ lines, lineEnd, encoding, mark, tail }) => {
        const text = (encoding === 'latin1' ? '' : mark) + [legacyHeader, ...lines].join(lineEnd)
        expect(read(Buffer.from(text + tail, encoding)).content).toBe(key)
      }),
    )
  })

  it('depends on every fact, and distinguishes unknown from 0', () => {
    const changed = ['1,other', '1,R0', '1,r0,R,F,7', '1,r0,R,F,', '1,r0,R,F,0,1.500001']
      .map(
        (begin) =>
          begin +
          (rows[0] ?? '')
            .split(',')
            .slice(begin.split(',').length)
            .map((c) => `,${c}`)
            .join(''),
      )
      .map((first) => read(csv(legacyHeader, first, ...rows.slice(1))).content)
    // Only the letter case of a login makes no difference.
    expect(changed.map((hash) => hash === key)).toEqual([false, true, false, false, false])
  })

  it('differs between modes', () => {
    const race = read(csv(legacyHeader, '1,a,A,F,1,,true'))
    const royale = read(csv(legacyRoyaleHeader, '1,a,A,F,1,true,,'))
    expect(race.content).not.toBe(royale.content)
  })
})

describe('any input is read or refused', () => {
  const answers = (parts: GameFiles) => {
    try {
      return readGameFiles(parts).results.length > 0
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem)
      const { part } = error as FileProblem
      return ['raceData', 'checkpointData', 'summaryData'].includes(part ?? '')
    }
  }

  it('random bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        expect(answers({ raceData: first, checkpointData: null })).toBe(true)
        expect(answers({ raceData: twoRacers, checkpointData: first, summaryData: second })).toBe(
          true,
        )
      }),
    )
  })

  const folders = ['race/v4/01-normal', 'race/legacy/02-utf16le-bom', 'royale/v4/01-normal']
    .concat('royale/legacy/01-spaces-in-header', 'tilt/v4/01-level-passed')
    .concat('tilt/legacy/01-trailing-comma', 'real/race-simulation')

  it.each(folders)('%s with a few bytes changed, cut or moved', (folder) => {
    const directory = new URL(`${folder}/`, samples)
    const files = readdirSync(directory).filter((name) => !name.includes('Map'))
    const isSummary = (name: string) => /Summary|TiltLevel\./.test(name)
    const readFile = (name = '') => readFileSync(new URL(name, directory))
    const raceData = readFile(files.find((name) => !isSummary(name)))
    const found = files.find(isSummary)
    const summaryData = found ? readFile(found) : null

    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(40),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 3 }),
        fc.constantFrom(
          ...[',', '"', '\n', '\0', '-', '9', 'é', '\ufeff'].map((c) => Buffer.from(c)),
        ),
      ),
    })
    const edited = (bytes: Buffer, edits: { at: number; remove: number; insert: Uint8Array }[]) =>
      edits.reduce((all, { at, remove, insert }) => {
        const start = Math.floor(at * all.length)
        return Buffer.concat([all.subarray(0, start), insert, all.subarray(start + remove)])
      }, bytes)
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), fc.array(edit, { maxLength: 2 }), (a, b) => {
        const changed = summaryData && edited(summaryData, b)
        expect(
          answers({
            raceData: edited(raceData, a),
            checkpointData: raceData,
            summaryData: changed,
          }),
        ).toBe(true)
        expect(answers({ raceData: edited(raceData, a), checkpointData: null })).toBe(true)
      }),
    )
  })
})
