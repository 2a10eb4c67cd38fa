import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type DroppedFile, groupFiles, type ReadGroup, readGroup } from './group-files.ts'
import type { FileProblem } from './problem.ts'
import { samples } from './testing/samples.ts'

const root = fileURLToPath(samples)
const NOW = '2026-09-15T12:00:00.000Z'

const everySample = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.csv'))
  .map(({ parentPath, name }): DroppedFile => {
    const path = `${parentPath}/${name}`
    return { name: path.slice(root.length), bytes: readFileSync(path), changedAt: NOW }
  })

function drop(files: readonly DroppedFile[]) {
  const { groups, refused } = groupFiles(files)
  const read: ReadGroup[] = []
  const problems = refused.map(({ names, problem }) => problem.inPart(names.join()))
  for (const group of groups) {
    try {
      read.push(readGroup(group))
    } catch (error) {
      problems.push(error as FileProblem)
    }
  }
  return { read, problems: problems.map((problem) => problem.message).sort() }
}

const of = (folder: string) => everySample.filter(({ name }) => name.startsWith(folder))
const file = (name: string, text: string, changedAt = NOW): DroppedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  changedAt,
})

describe('all samples in one drop', () => {
  const { read, problems } = drop(everySample)

  it('problems name their file, with line and column if there are any', () => {
    expect(problems).toMatchInlineSnapshot(`
      [
        "checkpoint/01-normal/LastRaceNumbersHit.csv: The race that these checkpoints belong to is missing. Add its results.",
        "checkpoint/02-exact-duplicate-rows/LastRaceNumbersHit.csv: The race that these checkpoints belong to is missing. Add its results.",
        "checkpoint/03-header-only/LastRaceNumbersHit.csv: The race that these checkpoints belong to is missing. Add its results.",
        "companion-log/04-three-days/checkpoints_2026-09-12.csv: This log has only checkpoints, neither games nor times, so nothing of it can be stored.",
        "companion-log/04-three-days/checkpoints_2026-09-13.csv: This log has only checkpoints, neither games nor times, so nothing of it can be stored.",
        "companion-log/04-three-days/checkpoints_2026-09-14.csv: This log has only checkpoints, neither games nor times, so nothing of it can be stored.",
        "map/03-comma-in-name-unquoted-REJECT/LastCustomRaceMapPlayed.csv, line 2, column 11: The row has more cells than there are headings (10). A name with a comma in it must be in quotation marks.",
        "race/v4/05-status-error-REJECT/LastSeasonRaceSummary.csv: The game ended with the status "Error". Only Final games are accepted.",
        "race/v4/07-partial-write-REJECT/LastSeasonRace.csv, line 8: The file ends in the middle of its last line. Upload it again.",
        "race/v4/08-snapshot-mismatch-REJECT/LastSeasonRaceSummary.csv: The summary belongs to another game than the results. Upload both again in a moment.",
        "race/v4/09-empty/header-only-LastSeasonRace.csv: There is no row below the headings.",
        "race/v4/09-empty/zero-bytes-LastSeasonRace.csv: The file is empty.",
        "royale/legacy/03-empty/LastSeasonRoyale.csv: The file is empty.",
        "royale/v4/04-missing-placement-REJECT/LastSeasonRoyale.csv: The file is incomplete: it has 2 rows, but the summary counts 3 players. Upload it again.",
        "uploads/event/04-wrong-header-REJECT/278_eventdata.csv, line 1: The headings must be racer_name, channel, race_points, race_wins, race_races, br_points, br_wins, br_races, crownwins, br_kills, br_damage, eliminations, event_points; found "racer_name, season, channel, race_points, race_wins, race_races, br_points, br_wins, br_races, crownwins, br_kills, br_damage, eliminations".",
        "uploads/season-semicolons-quoted-REJECT/viewerData.csv, line 1: Columns must be separated by commas, and the headings must be those of race v4, legacy race, royale v4, legacy royale, tilt v4, legacy tilt, summary v4, tilt level v4, legacy tilt level, legacy tilt level without Live, streamerData, viewerData, eventData, map; the nearest, legacy tilt: Username, DisplayName, PointsEarned, TimeOnBoard, LastLevelJoined, TopTiltee; found ""racer_name";"season";"channel";"race_po…".",
        "uploads/season/05-channel-mismatch-REJECT/73_racerdata.csv, line 2, column 3 (channel): This row is for the channel "someone_else", but streamerData is for "Sample_Caster".",
      ]
    `)
  })

  it('everything else is accepted', () => {
    const kinds = Object.groupBy(read, ({ kind }) => kind)
    expect(
      Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of?.length])),
    ).toEqual({ import: 6, map: 4, event: 4, season: 6, game: 30 })
  })
})

describe('files that belong together', () => {
  it('a race with its summary and checkpoints is one game, sent with its own time', () => {
    const { read } = drop([...of('race/v4/01-normal'), ...of('checkpoint/01-normal').map(besides)])
    const [game] = read.filter(({ kind }) => kind === 'game')
    expect(Object.keys(game?.files ?? {}).sort()).toEqual([
      'checkpointData',
      'raceData',
      'summaryData',
    ])
    expect(game?.at).toMatch(/^2026-/)
  })

  it('several games in a folder find their summaries; checkpoints are refused', () => {
    const two = ['real/race-final', 'race/v4/01-normal'].flatMap((folder) => of(`${folder}/`))
    const flat = two.map((each) => ({ ...each, name: each.name.split('/').join('-') }))
    const hits = of('checkpoint/01-normal').map((each) => ({ ...each, name: 'hits.csv' }))
    const { read, problems } = drop([...flat, ...hits])
    const games = read.filter(({ kind }) => kind === 'game')
    expect(games.map(({ files }) => 'summaryData' in files)).toEqual([true, true])
    expect(problems).toEqual([
      expect.stringContaining('hits.csv: These checkpoints could belong to'),
    ])
  })

  it('checkpoints older than the race belong to another race', () => {
    const hits = of('checkpoint/01-normal').map(besides)
    const old = hits.map((each) => ({ ...each, changedAt: '2026-09-15T11:50:00.000Z' }))
    const { read, problems } = drop([...of('race/v4/01-normal'), ...old])
    expect(new TextDecoder().decode(read[0]?.files.checkpointData)).toMatch(/^Number[^\n]*\r\n$/)
    expect(problems).toEqual([expect.stringContaining('older than the race')])
  })

  it('two seasons in a folder each find their racers, and half a season is refused', () => {
    const one = of('uploads/season/01-normal')
    const other = one.map(({ name, bytes }) =>
      file(
        name.replace('73_', '72_'),
        new TextDecoder().decode(bytes).replace(/,73,|\b73,/g, (at) => at.replace('73', '72')),
      ),
    )
    expect(drop([...one, ...other])).toMatchObject({ read: [{}, {}], problems: [] })
    const [racers, totals] = other
    expect(drop([...one, racers as DroppedFile]).problems).toEqual([
      expect.stringContaining("72_racerdata.csv: The channel's totals are missing."),
    ])
    expect(drop([...one, totals as DroppedFile]).problems).toEqual([
      expect.stringContaining("72_streamerdata.csv: The season's racers are missing."),
    ])
  })

  it('two days of one season each find their racers by points, or by file names', () => {
    const days = ['01-normal', '02-later-snapshot-replaces-01'].map((day) =>
      of(`uploads/season/${day}`),
    )
    const copies = days.flatMap((files, day) =>
      files.map((each) => ({
        ...each,
        // In the order of names, each would find the racers of the other day.
        name: each.name
          .replace(/.*\/73_/, '')
          .replace(
            '.csv',
            (each.name.includes('racer') ? day === 1 : day === 0) ? '.csv' : '1.csv',
          ),
      })),
    )
    const { read, problems } = drop(copies)
    expect(problems).toEqual([])
    expect(read.map(({ racers, warnings }) => [racers, warnings])).toEqual([
      [4, []],
      [5, []],
    ])
    // Only one day, with the totals of the other one.
    expect(drop(copies.filter((_, index) => index !== 0)).problems).toEqual([
      expect.stringContaining("The season's racers are missing."),
    ])
    const unclear = copies.map((each) => ({
      ...each,
      bytes: Buffer.from(Buffer.from(each.bytes).toString().replace(',3120,', ',3121,')),
    }))
    const others = unclear.map((each) => ({
      ...each,
      bytes: Buffer.from(Buffer.from(each.bytes).toString().replace(',3532,', ',3533,')),
    }))
    expect(drop(others).read).toHaveLength(2)
    const unlike = others.map((each, index) => ({ ...each, name: `${index}.csv` }))
    expect(drop(unlike)).toMatchObject({ read: [], problems: [{}, {}, {}, {}] })
    expect(drop(unlike).problems[0]).toContain('Put each pair into a folder of its own.')
  })

  it('checkpoints from a zip are left out, because we cannot know when they were written', () => {
    const hits = of('checkpoint/01-normal').map(besides)
    const { read, problems } = drop(
      [...of('race/v4/01-normal'), ...hits].map((each) => ({ ...each, isZipped: true })),
    )
    expect(new TextDecoder().decode(read[0]?.files.checkpointData)).toMatch(/^Number[^\n]*\r\n$/)
    expect(problems).toEqual([expect.stringContaining('A zip does not say when')])
  })

  it('copies are used once, but two events may have the same results', () => {
    const race = [...of('race/v4/01-normal/LastSeason'), ...of('checkpoint/01-normal').map(besides)]
    const copies = race.map((each) => ({ ...each, name: each.name.replace('.csv', ' (1).csv') }))
    const elsewhere = race.map((each) => ({ ...each, name: `b/${each.name.split('/').at(-1)}` }))
    const { read, problems } = drop([...race, ...copies, ...elsewhere])
    expect(read.map(({ files }) => Object.keys(files).length)).toEqual([3])
    expect(problems).toHaveLength(4)
    expect(problems.every((problem) => problem.includes('It is the same as race/v4/'))).toBe(true)
    const [event] = of('uploads/event/01-normal')
    const events = [1, 2].map((id) => ({ ...(event as DroppedFile), name: `${id}_eventdata.csv` }))
    expect(drop(events)).toMatchObject({ read: [{}, {}], problems: [] })
  })

  it('several results of one game use the same summary, and reading them shows which is wrong', () => {
    const results = of('race/v4/01-normal/LastSeasonRace.csv')[0]
    const summary = of('race/v4/01-normal/LastSeasonRaceSummary.csv')[0]
    const cut = { ...(results as DroppedFile), name: 'race/v4/01-normal/cut.csv' }
    cut.bytes = cut.bytes.slice(0, -8)
    const { groups } = groupFiles([results, cut, summary] as DroppedFile[])
    expect(groups.map(({ parts }) => parts.summaryData?.name)).toEqual([
      summary?.name,
      summary?.name,
    ])
  })

  it("an event's number comes from the file's name", () => {
    const [event] = of('uploads/event/01-normal')
    const named = (name: string) => drop([{ ...(event as DroppedFile), name }])
    expect(named('a/100004_eventdata (1).csv').read[0]?.fields).toEqual({ eventId: '100004' })
    expect(named('event.csv').problems).toEqual([expect.stringContaining('number of the event')])
  })
})

describe('other files', () => {
  it.each([
    ['a picture', '\u0089PNG', /picture|readable|headings/],
    ['a list', 'name,age\r\nann,3\r\n', /line 1: The headings must be those of race v4/],
    ['nothing', '', /The file is empty/],
  ])('%s', (_, text, sentence) => {
    expect(drop([file('a.csv', text)]).problems).toEqual([expect.stringMatching(sentence)])
  })
})

function besides(each: DroppedFile): DroppedFile {
  return { ...each, name: 'race/v4/01-normal/LastRaceNumbersHit.csv' }
}

it('the watched marble is not needed, under any name or in any layout', () => {
  const renamed = of('watched-marble/').map((each) => ({ ...each, name: 'marble.csv' }))
  const otherLayout = file('game/LastWatchedMarble.csv', 'Some,Heading\r\nmarble,7\r\n')
  expect(groupFiles([...of('watched-marble/'), ...renamed, otherLayout])).toEqual({
    groups: [],
    refused: [],
    notNeeded: [
      'watched-marble/LastWatchedMarble (1).csv',
      'watched-marble/LastWatchedMarble.csv',
      'marble.csv',
      'marble.csv',
      'game/LastWatchedMarble.csv',
    ],
  })
})

describe('another separator', () => {
  // Maps are read with tabs too.
  const headings = everySample
    .map(({ bytes }) => new TextDecoder().decode(bytes).split(/\r?\n/, 1)[0] ?? '')
    .filter((line) => /^[a-z]\w+(,\w+){3,}$/i.test(line) && !line.startsWith('MapName'))

  it('semicolons, and quotation marks around some cells only: the heading line says so', () => {
    const [heading = ''] = headings
    const columns = heading.split(',')
    const row = columns.map((_, index) => (index === 1 ? '"Ada, the first"' : '7'))
    const written = [columns, row].map((cells) => cells.join(';')).join('\r\n')
    expect(drop([file('a.csv', written)]).problems).toEqual([
      expect.stringContaining('Columns must be separated by commas'),
    ])
  })

  it.each([
    ['semicolons', ';', ''],
    ['semicolons and quotation marks', ';', '"'],
    ['tabs', '\t', ''],
    ['tabs and quotation marks', '\t', '"'],
  ])('%s: every file gets that problem', (_, separator, mark) => {
    const written = [...new Set(headings)].map((line) => {
      const rows = [line.split(','), line.split(',').map(() => '239,88')]
      return rows
        .map((cells) => cells.map((cell) => mark + cell + mark).join(separator))
        .join('\r\n')
    })
    expect(written.length).toBeGreaterThan(10)
    for (const text of written) {
      expect(drop([file('a.csv', text)]).problems).toEqual([
        expect.stringContaining('Columns must be separated by commas'),
      ])
    }
  })
})
