/**
 * Groups files of the game and of the public companion that a user dropped, and reads them. The steps are numbered as
 * in docs/formats.md, Dropped files.
 */

import type { GameMode } from '@rollcall/scoring/games'
import { OLD_CHECKPOINTS_MS } from './checkpoint-hits.ts'
import { readDayLog } from './day-log.ts'
import { decodeText } from './decode-text.ts'
import { readEventData } from './event-file.ts'
import { type Game, NO_HITS, readGameFiles } from './game-files.ts'
import { GAME_LIMITS } from './game-rows.ts'
import { canBelongTogether, pairSeasonFiles } from './pair-season-files.ts'
import { FileProblem, type FileWarning } from './problem.ts'
import { readTable } from './read-table.ts'
import { MAP_FORMAT, type RecognisedFile, recogniseFile } from './recognise-file.ts'
import { readStreamerData, readViewerData } from './season-files.ts'

export interface DroppedFile {
  /** Includes its folders, if there are any. */
  name: string
  bytes: Uint8Array
  /** When the file was written; ISO 8601. */
  changedAt: string
  /** Whether it comes from a zip, so that its time is the zip's time. */
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

/** The files of one upload, by form part. */
export interface FileGroup {
  kind: 'game' | 'season' | 'event' | 'import' | 'map'
  parts: Partial<Record<Part, DroppedFile>>
}

/** Files that we cannot use, and why. */
export interface RefusedFiles {
  names: string[]
  problem: FileProblem
}

/** A group's content, ready to send: `fields` and `files` go into the form. */
export interface ReadGroup {
  kind: FileGroup['kind']
  /** When it happened, so that groups are sent in order; ISO 8601. */
  at: string
  /** Empty for the snapshot of a season or an event. */
  games: Pick<Game, 'mode' | 'playerCount'>[]
  racers: number
  warnings: FileWarning[]
  fields: Record<string, string>
  files: Record<string, Uint8Array>
}

type Recognised = { file: DroppedFile; is: RecognisedFile }

/** Steps 1 and 2: first each file on its own, then the files of each folder together. */
export function groupFiles(files: readonly DroppedFile[]): {
  groups: FileGroup[]
  refused: RefusedFiles[]
  /** The names of files that are fine, but that we do not need. */
  notNeeded: string[]
} {
  const groups: FileGroup[] = []
  const refused: RefusedFiles[] = []
  const notNeeded: string[] = []
  const firsts = findFirsts(files)
  const folders = new Map<string, Recognised[]>()
  for (const file of files) {
    try {
      const is = recogniseFile(file.bytes)
      if (is.kind === 'watchedMarble') {
        notNeeded.push(file.name)
        continue
      }
      const folder = file.name.slice(0, file.name.lastIndexOf('/') + 1)
      const others = folders.get(folder) ?? []
      const same = others.find((each) => contentKey(each.file, firsts) === contentKey(file, firsts))
      if (same) {
        refused.push(refuseCopy([file], same.file))
      } else {
        folders.set(folder, [...others, { file, is }])
      }
    } catch (error) {
      if (WATCHED_MARBLE.test(file.name)) {
        notNeeded.push(file.name)
      } else {
        refused.push({ names: [file.name], problem: asProblem(error) })
      }
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

/** Its layout is not published, so one that we do not recognise is known by its name. */
const WATCHED_MARBLE = /(?:^|\/)LastWatchedMarble\.csv$/i

/** For each file, the index of the first file with the same bytes. */
type Firsts = ReadonlyMap<DroppedFile, number>

function findFirsts(files: readonly DroppedFile[]): Firsts {
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

/** The key of a file's content. Only the file's name says which event it belongs to, so that is part of it. */
function contentKey(file: DroppedFile, firsts: Firsts): string {
  return `${firsts.get(file)} ${EVENT_NAME.exec(file.name)?.[1] ?? ''}`
}

/** Drops groups with the same files as another group: copies in several folders are one upload. */
function withoutCopies({ groups, refused }: Grouped, firsts: Firsts): Grouped {
  const kept = new Map<string, FileGroup>()
  const copies: RefusedFiles[] = []
  for (const group of groups) {
    const files = Object.values(group.parts)
    const content = files.map((file) => contentKey(file, firsts)).join()
    const [same] = Object.values(kept.get(content)?.parts ?? {})
    if (same) {
      copies.push(refuseCopy(files, same))
    } else {
      kept.set(content, group)
    }
  }
  return { groups: [...kept.values()], refused: [...refused, ...copies] }
}

function refuseCopy(files: readonly DroppedFile[], { name }: DroppedFile): RefusedFiles {
  const problem = new FileProblem('incomplete', { reason: 'copy', name })
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
  const findFiles = (kind: 'results' | 'summary') =>
    found.filter(({ is }) => is.kind === kind && is.mode === mode)
  const games = findFiles('results')
  const summaries = findFiles('summary')
  const checkpoints = new Set(mode === 'race' ? found.filter(isCheckpoints) : [])
  const only = games.length === 1
  const used = new Set<Recognised | undefined>()
  for (const { file, is } of games) {
    const key = gameKey(is)
    const own = key === null ? undefined : summaries.find((each) => gameKey(each.is) === key)
    // If the only summary belongs to another game, the reader reports it.
    const summary = own ?? (only && summaries.length === 1 ? summaries[0] : undefined)
    const hits = only ? [...checkpoints].find((each) => belongsToRace(each.file, file)) : undefined
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
  for (const summary of summaries.filter((each) => !used.has(each))) {
    const isUnclear = games.some(({ is }) => gameKey(is) === gameKey(summary.is))
    refused.push(leftOver(summary.file, isUnclear ? 'results_unclear' : 'results_missing'))
  }
  for (const hits of checkpoints) {
    const why =
      games.length > 1
        ? 'race_unclear'
        : !only
          ? 'race_missing'
          : hits.file.isZipped
            ? 'checkpoints_in_zip'
            : 'checkpoints_of_earlier_race'
    refused.push(leftOver(hits.file, why))
  }
}

type LeftOverReason =
  | `${'results' | 'race' | 'racers' | 'totals'}_${'missing' | 'unclear'}`
  | 'checkpoints_in_zip'
  | 'checkpoints_of_earlier_race'

function leftOver({ name }: DroppedFile, reason: LeftOverReason): RefusedFiles {
  return { names: [name], problem: new FileProblem('incomplete', { reason }) }
}

function isCheckpoints({ is }: Recognised): boolean {
  return is.kind === 'checkpoints'
}

function gameKey(is: RecognisedFile): string | null {
  return 'key' in is ? is.key : null
}

function belongsToRace(checkpoints: DroppedFile, results: DroppedFile): boolean {
  if (checkpoints.isZipped) {
    return false
  }
  return Date.parse(checkpoints.changedAt) > Date.parse(results.changedAt) - OLD_CHECKPOINTS_MS
}

function groupSeasons(found: readonly Recognised[], { groups, refused }: Grouped): void {
  const findFiles = (kind: 'streamerData' | 'viewerData') =>
    found.flatMap(({ file, is }) => (is.kind === kind ? [{ file, season: is.season }] : []))
  const { pairs, totals, racers } = pairSeasonFiles(
    findFiles('streamerData'),
    findFiles('viewerData'),
  )
  for (const { totals: total, racers: viewer } of pairs) {
    groups.push({ kind: 'season', parts: { streamerData: total.file, viewerData: viewer.file } })
  }
  for (const total of totals) {
    const isUnclear = racers.some((viewer) => canBelongTogether(viewer, total))
    refused.push(leftOver(total.file, isUnclear ? 'racers_unclear' : 'racers_missing'))
  }
  for (const viewer of racers) {
    if (EVENT_NAME.test(viewer.file.name)) {
      // The reader reports which headings of an event are missing.
      groups.push({ kind: 'event', parts: { eventData: viewer.file } })
    } else {
      const isUnclear = totals.some((total) => canBelongTogether(viewer, total))
      refused.push(leftOver(viewer.file, isUnclear ? 'totals_unclear' : 'totals_missing'))
    }
  }
}

/**
 * Step 3: reads a group.
 *
 * @throws FileProblem with the file's name as its part
 */
export function readGroup(group: FileGroup): ReadGroup {
  try {
    return read(group)
  } catch (error) {
    const problem = asProblem(error)
    const [only] = Object.values(group.parts)
    throw problem.inPart((group.parts[problem.part as Part] ?? only)?.name)
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
    const eventId = readEventId(eventData.name)
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

/** Only the file's name says which event it belongs to. */
function readEventId(name: string): string {
  const [, id] = EVENT_NAME.exec(name) ?? []
  if (id === undefined) {
    throw new FileProblem('bad_value', { reason: 'no_event_number' }, { part: 'eventData' })
  }
  return id
}

function readLog({ bytes, changedAt }: DroppedFile) {
  const { kind, games, warnings } = readDayLog(bytes)
  if (kind === 'checkpoints') {
    throw new FileProblem('no_rows', { reason: 'only_checkpoints' })
  }
  const racers = games.reduce((sum, { playerCount }) => sum + playerCount, 0)
  return { at: games[0]?.generatedAt ?? changedAt, games, racers, warnings }
}

/** Only checks the file; we store nothing of it. */
function readMap(bytes: Uint8Array): void {
  const { text } = decodeText(bytes, GAME_LIMITS.bytes)
  const hasTabs = (text.split('\n', 1)[0] ?? '').includes('\t')
  readTable(hasTabs ? text.replaceAll('\t', ',') : text, [MAP_FORMAT], GAME_LIMITS)
}

function asProblem(error: unknown): FileProblem {
  if (error instanceof FileProblem) {
    return error
  }
  throw error
}
