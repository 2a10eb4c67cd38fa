/**
 * Any files of the game and of the public companion, as somebody drops them: which belong together, and
 * what they say. The steps are those of docs/formats.md, Dropped files.
 */
import { OLD_CHECKPOINTS_MS } from './checkpoint-hits.ts'
import { readDayLog } from './day-log.ts'
import { decodeText } from './decode-text.ts'
import { readEventData } from './event-file.ts'
import { type Game, NO_HITS, readGameFiles } from './game-files.ts'
import { GAME_LIMITS, type GameMode } from './game-rows.ts'
import { isOfSeason, pairSeasonFiles } from './pair-season-files.ts'
import { FileProblem, type FileWarning } from './problem.ts'
import { readTable } from './read-table.ts'
import { MAP_FORMAT, type RecognisedFile, recogniseFile } from './recognise-file.ts'
import { readStreamerData, readViewerData } from './season-files.ts'

export interface DroppedFile {
  /** With its folders, where it has any. */
  name: string
  bytes: Uint8Array
  /** When it was written; ISO 8601. */
  changedAt: string
  /** Its time is that of the zip that it came in. */
  isZipped?: boolean
}

type Part =
  | 'raceData'
  | 'checkpointData'
  | 'summaryData'
  | 'streamerData'
  | 'viewerData'
  | 'eventData'
  | 'dayLog'
  | 'map'

/** Files that are one upload, by what each is sent as. */
export interface FileGroup {
  kind: 'game' | 'season' | 'event' | 'import' | 'map'
  parts: Partial<Record<Part, DroppedFile>>
}

/** Files that nothing can be made of, and why. */
export interface RefusedFiles {
  names: string[]
  problem: FileProblem
}

/** What a group says, ready to be sent: `fields` and `files` are the form's. */
export interface ReadGroup {
  kind: FileGroup['kind']
  /** When what it tells of happened, to send things in their order; ISO 8601. */
  at: string
  /** Of the group: a season's or an event's snapshot has none. */
  games: Pick<Game, 'mode' | 'playerCount'>[]
  racers: number
  warnings: FileWarning[]
  fields: Record<string, string>
  files: Record<string, Uint8Array>
}

type Recognised = { file: DroppedFile; is: RecognisedFile }

/** Steps 1 and 2: each file for itself, and then those of each folder together. */
export function groupFiles(files: readonly DroppedFile[]): {
  groups: FileGroup[]
  refused: RefusedFiles[]
  /** Names of files that the game writes and that are in order, but not needed. */
  notNeeded: string[]
} {
  const groups: FileGroup[] = []
  const refused: RefusedFiles[] = []
  const notNeeded: string[] = []
  const firsts = firstsOf(files)
  const folders = new Map<string, Recognised[]>()
  for (const file of files) {
    if (WATCHED_MARBLE.test(file.name)) {
      notNeeded.push(file.name)
      continue
    }
    try {
      const is = recogniseFile(file.bytes)
      const folder = file.name.slice(0, file.name.lastIndexOf('/') + 1)
      const others = folders.get(folder) ?? []
      const same = others.find((each) => contentOf(each.file, firsts) === contentOf(file, firsts))
      if (same) {
        refused.push(copyOf([file], same.file))
      } else {
        folders.set(folder, [...others, { file, is }])
      }
    } catch (error) {
      refused.push({ names: [file.name], problem: asProblem(error) })
    }
  }
  for (const found of folders.values()) {
    for (const mode of ['race', 'royale', 'tilt'] as const) {
      groupGames(mode, found, { groups, refused })
    }
    groupSeasons(found, { groups, refused })
    for (const { file, is } of found) {
      if (is.kind === 'eventData' || is.kind === 'dayLog' || is.kind === 'map') {
        const kind = ({ eventData: 'event', dayLog: 'import', map: 'map' } as const)[is.kind]
        groups.push({ kind, parts: { [is.kind]: file } })
      }
    }
  }
  return { ...withoutCopies({ groups, refused }, firsts), notNeeded }
}

/** By its name, since nobody has published its layout. */
const WATCHED_MARBLE = /(?:^|\/)LastWatchedMarble\.csv$/i

/** By file, the number of the first one of the same bytes. */
type Firsts = ReadonlyMap<DroppedFile, number>

function firstsOf(files: readonly DroppedFile[]): Firsts {
  const byLength = new Map<number, number[]>()
  const firsts = new Map<DroppedFile, number>()
  for (const [index, file] of files.entries()) {
    const alike = byLength.get(file.bytes.length) ?? []
    const first = alike.find((each) => areEqual(files[each]?.bytes, file.bytes))
    firsts.set(file, first ?? index)
    if (first === undefined) {
      byLength.set(file.bytes.length, [...alike, index])
    }
  }
  return firsts
}

function areEqual(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.every((byte, index) => byte === other[index]) ?? false
}

/** Only by its name it is known of which event a file is. */
function contentOf(file: DroppedFile, firsts: Firsts): string {
  return `${firsts.get(file)} ${EVENT_NAME.exec(file.name)?.[1] ?? ''}`
}

/** The same files in another folder are one upload. */
function withoutCopies({ groups, refused }: Grouped, firsts: Firsts): Grouped {
  const kept = new Map<string, FileGroup>()
  const copies: RefusedFiles[] = []
  for (const group of groups) {
    const files = Object.values(group.parts)
    const content = files.map((file) => contentOf(file, firsts)).join()
    const [same] = Object.values(kept.get(content)?.parts ?? {})
    if (same) {
      copies.push(copyOf(files, same))
    } else {
      kept.set(content, group)
    }
  }
  return { groups: [...kept.values()], refused: [...refused, ...copies] }
}

function copyOf(files: readonly DroppedFile[], { name }: DroppedFile): RefusedFiles {
  const problem = new FileProblem(
    'incomplete',
    `It is the same as ${name}, and is not needed twice.`,
  )
  return { names: files.map((file) => file.name), problem }
}

interface Grouped {
  groups: FileGroup[]
  refused: RefusedFiles[]
}

function groupGames(
  mode: GameMode,
  found: readonly Recognised[],
  { groups, refused }: Grouped,
): void {
  const ofMode = (kind: 'results' | 'summary') =>
    found.filter(({ is }) => is.kind === kind && is.mode === mode)
  const games = ofMode('results')
  const summaries = ofMode('summary')
  const checkpoints = new Set(mode === 'race' ? found.filter(isCheckpoints) : [])
  const only = games.length === 1
  const used = new Set<Recognised | undefined>()
  for (const { file, is } of games) {
    const key = keyOf(is)
    const ownKey = key === null ? undefined : summaries.find((each) => keyOf(each.is) === key)
    // A single one that is of another game is said to be so by whoever reads them.
    const summary = ownKey ?? (only && summaries.length === 1 ? summaries[0] : undefined)
    const hits = only ? [...checkpoints].find((each) => isOfRace(each.file, file)) : undefined
    used.add(summary)
    hits && checkpoints.delete(hits)
    groups.push({
      kind: 'game',
      parts: {
        raceData: file,
        ...(summary && { summaryData: summary.file }),
        ...(hits && { checkpointData: hits.file }),
      },
    })
  }
  const refuse = ({ file }: Recognised, sentence: string) =>
    refused.push({ names: [file.name], problem: new FileProblem('incomplete', sentence) })
  for (const summary of summaries.filter((each) => !used.has(each))) {
    refuse(
      summary,
      games.some(({ is }) => keyOf(is) === keyOf(summary.is))
        ? 'This summary could be of several games. Put the files of each game into a folder of its own.'
        : 'The results that this summary belongs to are missing. Add them.',
    )
  }
  for (const hits of checkpoints) {
    refuse(
      hits,
      games.length > 1
        ? 'These checkpoints could be of several races. Put the files of each race into a folder of its own.'
        : !only
          ? 'The race that these checkpoints belong to is missing. Add its results.'
          : hits.file.isZipped
            ? 'A zip does not say when these checkpoints were written, so they could be of an earlier race and were left out. Unpack it and drop its files to have them.'
            : 'These checkpoints are older than the race, so they are of an earlier one and were left out.',
    )
  }
}

function isCheckpoints({ is }: Recognised): boolean {
  return is.kind === 'checkpoints'
}

function keyOf(is: RecognisedFile): string | null {
  return 'key' in is ? is.key : null
}

function isOfRace(checkpoints: DroppedFile, results: DroppedFile): boolean {
  if (checkpoints.isZipped) {
    return false
  }
  return Date.parse(checkpoints.changedAt) > Date.parse(results.changedAt) - OLD_CHECKPOINTS_MS
}

function groupSeasons(found: readonly Recognised[], { groups, refused }: Grouped): void {
  const ofKind = (kind: 'streamerData' | 'viewerData') =>
    found.flatMap(({ file, is }) => (is.kind === kind ? [{ file, season: is.season }] : []))
  const { pairs, totals, racers } = pairSeasonFiles(ofKind('streamerData'), ofKind('viewerData'))
  for (const { totals: total, racers: viewer } of pairs) {
    groups.push({ kind: 'season', parts: { streamerData: total.file, viewerData: viewer.file } })
  }
  const refuse = (file: DroppedFile, sentence: string) =>
    refused.push({ names: [file.name], problem: new FileProblem('incomplete', sentence) })
  for (const total of totals) {
    refuse(
      total.file,
      racers.some((viewer) => isOfSeason(viewer, total))
        ? 'Which racers belong to these totals cannot be told. Put each pair into a folder of its own.'
        : "The season's racers are missing. Add the file …_racerdata.csv.",
    )
  }
  for (const viewer of racers) {
    if (EVENT_NAME.test(viewer.file.name)) {
      // Its reader says which headings are not those of an event.
      groups.push({ kind: 'event', parts: { eventData: viewer.file } })
    } else {
      refuse(
        viewer.file,
        totals.some((total) => isOfSeason(viewer, total))
          ? 'Which totals belong to these racers cannot be told. Put each pair into a folder of its own.'
          : "The channel's totals are missing. Add the file …_streamerdata.csv.",
      )
    }
  }
}

/**
 * Step 3.
 *
 * @throws FileProblem whose part is the file's name
 */
export function readGroup(group: FileGroup): ReadGroup {
  try {
    return read(group)
  } catch (error) {
    const { code, sentence, part, line, column, heading } = asProblem(error)
    const [only] = Object.values(group.parts)
    const { name } = group.parts[part as Part] ?? only ?? {}
    throw new FileProblem(code, sentence, { part: name, line, column, heading })
  }
}

function read({ kind, parts }: FileGroup): ReadGroup {
  const files = Object.fromEntries(Object.entries(parts).map(([part, { bytes }]) => [part, bytes]))
  const read = { kind, games: [], racers: 0, warnings: [], fields: {}, files }
  const { raceData, streamerData, viewerData, eventData, dayLog, map } = parts
  if (raceData) {
    const game = readGameFiles({ raceData: raceData.bytes, checkpointData: null, ...files })
    if (game.mode === 'race') {
      files.checkpointData ??= NO_HITS
    }
    const { playerCount: racers, warnings } = game
    const at = game.generatedAt ?? raceData.changedAt
    return { ...read, at, games: [game], racers, warnings, fields: { finishedAt: at } }
  }
  if (streamerData && viewerData) {
    const totals = readStreamerData(streamerData.bytes)
    const { racers, warnings, marbleDay } = readViewerData(viewerData.bytes, totals)
    return { ...read, at: marbleDay ?? streamerData.changedAt, racers: racers.length, warnings }
  }
  if (eventData) {
    const { racers, warnings } = readEventData(eventData.bytes)
    const eventId = eventIdOf(eventData.name)
    const at = eventData.changedAt
    return { ...read, at, racers: racers.length, warnings, fields: { eventId } }
  }
  if (dayLog) {
    return { ...read, ...readLog(dayLog) }
  }
  if (map) {
    readMap(map.bytes)
  }
  return { ...read, at: '' }
}

const EVENT_NAME = /(?:^|\/)(\d{1,9})_eventdata/i

/** The file itself does not say for which event it is. */
function eventIdOf(name: string): string {
  const [, id] = EVENT_NAME.exec(name) ?? []
  if (id === undefined) {
    throw new FileProblem(
      'bad_value',
      "The file's name must begin with the number of the event, as in 100004_eventdata.csv.",
      { part: 'eventData' },
    )
  }
  return id
}

function readLog({ bytes, changedAt }: DroppedFile) {
  const { kind, games, warnings } = readDayLog(bytes)
  if (kind === 'checkpoints') {
    throw new FileProblem(
      'no_rows',
      'This log names neither games nor times, only checkpoints, so nothing can be stored of it.',
    )
  }
  const racers = games.reduce((sum, { playerCount }) => sum + playerCount, 0)
  return { at: games[0]?.generatedAt ?? changedAt, games, racers, warnings }
}

/** Checked only: nothing of it is stored. */
function readMap(bytes: Uint8Array): void {
  const { text } = decodeText(bytes, GAME_LIMITS.bytes)
  const isWithTabs = (text.split('\n', 1)[0] ?? '').includes('\t')
  readTable(isWithTabs ? text.replaceAll('\t', ',') : text, [MAP_FORMAT], GAME_LIMITS)
}

function asProblem(error: unknown): FileProblem {
  if (error instanceof FileProblem) {
    return error
  }
  throw error
}
