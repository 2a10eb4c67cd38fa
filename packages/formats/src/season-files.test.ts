import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readStreamerData, readViewerData, seasonContent } from './season-files.ts'
import { catchProblem, samples } from './testing/samples.ts'

function readSample(folder: string) {
  const directory = new URL(`${folder}/`, samples)
  const readFile = (end: string) => {
    const file = readdirSync(directory).find((name) => name.endsWith(end))
    return readFileSync(new URL(file ?? end, directory))
  }
  return readViewerData(readFile('_racerdata.csv'), readStreamerData(readFile('_streamerdata.csv')))
}

const streamerHeader =
  'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\r\n'
const viewerHeader =
  'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations\r\n'

const streamer = (row: string) => readStreamerData(Buffer.from(streamerHeader + row))
const totals = (points = 0) => streamer(`Sample_Caster,73,${points},5,412,0,400,0,2026-09-14`)
const viewers = (rows: string, points = 0) =>
  readViewerData(Buffer.from(viewerHeader + rows), totals(points))
const racerRow = (name: string, points: string | number = 0) =>
  `${name},73,Sample_Caster,${points},0,0,0,0,0,0,0,0,0\r\n`

it('reads what the real companion uploads', () => {
  const snapshot = readSample('real/companion-season')
  expect(snapshot).toMatchObject({
    channel: 'sample_caster',
    season: '73',
    marbleDay: '2026-09-14',
    points: 74_479,
    totalGames: 60,
    raceHighScore: 588,
    royaleHighScore: 554,
    warnings: [],
  })
  expect(snapshot.racers).toHaveLength(56)
  expect(snapshot.racers[4]).toEqual({
    login: 'briskegret',
    racePoints: 1412,
    raceWins: 1,
    raceGames: 23,
    royalePoints: 499,
    royaleWins: 1,
    royaleGames: 7,
    crownWins: 0,
    kills: null,
    damage: null,
    eliminations: null,
  })
})

describe('streamerData', () => {
  it.each([
    ['', 'no_rows', undefined, undefined],
    ['a,73,1,1,,,,,\r\n\r\nb,73,1,1,,,,,', 'bad_row', 4, undefined],
    ['a,,1,1,,,,,', 'bad_value', 2, 2],
    ['a,73,,1,,,,,', 'bad_value', 2, 3],
    ['a,73,1,,,,,,', 'bad_value', 2, 4],
    ['a,73,1,1,1.5,,,,', 'bad_value', 2, 5],
    ['a,73,1,1,,x,,,', 'bad_value', 2, 6],
    ['a,73,1,1,,,,-1,', 'bad_value', 2, 8],
    ['a,73,1,1,,,,,2026-02-30', 'bad_value', 2, 9],
    ['a,73,1,1,,,,,0000-01-01', 'bad_value', 2, 9],
    ['a,73,1,1,,,,,275760-09-13', 'bad_value', 2, 9],
    ['a,73,1,1,,,,', 'bad_row', 2, 8],
  ])('refuses %j as %s', (row, code, line, column) => {
    const problem = catchProblem(() => streamer(row))
    expect(problem).toMatchObject({ code, part: 'streamerData' })
    expect([problem.line, problem.column]).toEqual([line, column])
  })

  it('is read from its beginning, no matter how long it is', () => {
    const rows = 'a,73,1,1,,,,,\r\n'.repeat(300_000)
    const bytes = Buffer.from(streamerHeader + rows)
    expect(catchProblem(() => readStreamerData(bytes))).toMatchObject({ code: 'bad_row', line: 3 })
    const empty = Buffer.from(`${streamerHeader}a,73,1,1,,,,,${'\n'.repeat(600_000)}`)
    expect(catchProblem(() => readStreamerData(empty))).toMatchObject({ code: 'too_large' })
  })

  it('reads an empty day and empty high scores as unknown, and a season in words', () => {
    expect(streamer('a,Off-season,0,0,,,,,')).toMatchObject({
      season: 'Off-season',
      marbleDay: null,
      raceHighScore: null,
      royaleHighScore: null,
    })
  })
})

describe('viewerData', () => {
  it('ignores the letter case of the channel and the order of the columns', () => {
    const csv = viewerHeader.replace('racer_name,season', ' Season ,RACER_NAME')
    const row = '73,pebblewick,SAMPLE_CASTER,1,,,,,,,5,6,7\r\n'
    expect(readViewerData(Buffer.from(csv + row), totals(1)).racers).toMatchObject([
      { login: 'pebblewick', racePoints: 1, raceWins: null, kills: 5, damage: 6, eliminations: 7 },
    ])
  })

  it('refuses a row of another season', () => {
    const rows = racerRow('a') + racerRow('b').replace('73', '74')
    expect(catchProblem(() => viewers(rows))).toMatchObject({
      code: 'season_mismatch',
      line: 3,
      column: 2,
    })
  })

  it('refuses the two files if they are swapped, and says what it expected and found', () => {
    const problem = catchProblem(() => readViewerData(Buffer.from(streamerHeader), totals()))
    expect(problem.code).toBe('unknown_header')
    expect(problem.message).toContain('must be racer_name, season, channel')
    expect(problem.message).toContain('found "channel, season, points')
  })

  it('keeps hostile names as text', () => {
    const names = [
      'smith, jo',
      'say "hi"',
      '=cmd|calc!a1',
      '+1',
      '<script>alert(1)</script>',
      "'; drop table racers; --",
      '\u202egnp.exe',
      'a\u200bb',
      '__proto__',
      'constructor',
      '🏁'.repeat(512),
      'two\nlines',
    ]
    const rows = names.map((name) => racerRow(`"${name.replaceAll('"', '""')}"`)).join('')
    const snapshot = viewers(rows)
    expect(snapshot.racers.map((racer) => racer.login)).toEqual(names)
    expect(snapshot.warnings).toEqual([])
  })

  it('uses the last of two rows that differ only in case, @ or Unicode form', () => {
    const rows = racerRow('ZO\u00cb', 1) + racerRow('@zoe\u0308', 2)
    const snapshot = viewers(rows, 2)
    expect(snapshot.racers).toMatchObject([{ login: 'zo\u00eb', racePoints: 2 }])
    expect(snapshot.warnings).toMatchObject([{ code: 'duplicate_racer', line: 3 }])
  })

  it('lists twenty equal warnings and counts the rest', () => {
    const { warnings } = viewers(racerRow('').repeat(500))
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)?.params).toEqual({ reason: 'more', count: 480 })
  })

  it('warns if the points are not the sum of the rows', () => {
    expect(viewers(racerRow('a', 3), 3).warnings).toEqual([])
    expect(viewers(racerRow('a', 3), 4).warnings).toMatchObject([{ code: 'points_differ' }])
  })

  it('does not change the warnings of streamerData', () => {
    const latin = Buffer.from(`${streamerHeader}J\xfcrgen,73,0,0,,,,,`, 'latin1')
    const first = readStreamerData(latin)
    const both = readViewerData(Buffer.from(viewerHeader), first)
    expect(both.warnings).toEqual(first.warnings)
    expect(first.warnings).toMatchObject([{ code: 'read_as_windows_1252', part: 'streamerData' }])
  })

  it('reads 50,000 racers', () => {
    const count = 50_000
    const rows = Array.from({ length: count }, (_, index) => racerRow(`racer_${index}`, index))
    const bytes = Buffer.from(viewerHeader + rows.join(''))
    expect(readViewerData(bytes, totals()).racers).toHaveLength(count)
  })
})

describe('seasonContent', () => {
  const rows = [racerRow('a', 1), racerRow('b', 2)]

  it('ignores order, line ends, encoding and the letter case of the channel', () => {
    const csv = viewerHeader + rows.toReversed().join('').replaceAll('\r\n', '\n')
    const other = readViewerData(
      Buffer.from(`\ufeff${csv.replaceAll('Sample_Caster', 'sample_caster')}`, 'utf16le'),
      streamer('SAMPLE_caster,73,3,5,412,0,400,0,2026-09-14'),
    )
    expect(seasonContent(other)).toBe(seasonContent(viewers(rows.join(''), 3)))
  })

  it('depends on every number and the day, and distinguishes unknown from 0', () => {
    const all = [
      viewers(rows.join(''), 3),
      viewers(rows.join(''), 4),
      viewers(rows.join('').replace(',2,0,', ',2,1,'), 3),
      viewers(rows.join('').replace(',2,0,', ',2,,'), 3),
      { ...viewers(rows.join(''), 3), marbleDay: '2026-09-15' },
      { ...viewers(rows.join(''), 3), raceHighScore: null },
    ]
    expect(new Set(all.map(seasonContent)).size).toBe(all.length)
  })
})
