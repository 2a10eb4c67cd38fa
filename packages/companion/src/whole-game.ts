/** Decides whether the last game's files are all there, and which game it is. */
import { createHash } from 'node:crypto'
import { type Game, NO_HITS, readGameFiles } from '@rollcall/formats/game-files'
import { FileProblem } from '@rollcall/formats/problem'
import type { GameMode } from '@rollcall/scoring/games'

/** Each mode's file names (docs/formats.md). */
export const FILE_NAMES: Readonly<
  Record<GameMode, { results: string; summary: string; checkpoints?: string }>
> = {
  race: {
    results: 'LastSeasonRace.csv',
    summary: 'LastSeasonRaceSummary.csv',
    checkpoints: 'LastRaceNumbersHit.csv',
  },
  royale: { results: 'LastSeasonRoyale.csv', summary: 'LastSeasonRoyaleSummary.csv' },
  tilt: { results: 'LastTiltLevelPlayers.csv', summary: 'LastTiltLevel.csv' },
}

export interface FoundFiles {
  mode: GameMode
  results: Buffer
  summary: Buffer | null
  checkpoints: Buffer | null
  /** The checkpoint file was written again since the last race was kept. */
  hasNewCheckpoints: boolean
  /** How long the files have been unchanged. */
  unchangedMs: number
  /** When the game wrote the results, and the summary. */
  writtenAt: Date
  summaryWrittenAt: Date | null
}

export interface GameParts {
  raceData: Buffer
  checkpointData: Buffer | null
  summaryData: Buffer | null
}

export type Judgement =
  /** Empty files, or files with only headings. */
  | { state: 'nothing' }
  /** To be looked at again; `problem` is shown if this does not change. */
  | { state: 'unfinished'; againInMs: number; problem: string }
  /** It does not become a game unless its files change. */
  | { state: 'unusable'; problem: string }
  | { state: 'whole'; game: Game; identity: string; parts: GameParts }

/** How long to wait for new checkpoints: on a map without numbers, the file stays that of an earlier race. */
const CHECKPOINTS_MS = 2_500
/** After this time, a race or royale is sent without its missing summary. */
const SUMMARY_MS = 30_000
const AGAIN_MS = 500
/** The game writes results and summary one after the other, in either order; an older summary is of another game. */
const APART_MS = 10_000

/** Reads one mode's files. It does not wait; it says when to look again. */
export function judgeFiles(files: FoundFiles): Judgement {
  try {
    return judgeResults(files)
  } catch (error) {
    if (!(error instanceof FileProblem)) {
      throw error
    }
    if (error.code === 'empty_file' || error.code === 'no_rows') {
      return { state: 'nothing' }
    }
    if (error.code === 'not_final') {
      return { state: 'unusable', problem: error.sentence }
    }
    return { state: 'unfinished', againInMs: SUMMARY_MS, problem: error.sentence }
  }
}

function judgeResults(files: FoundFiles): Judgement {
  const { mode, results, unchangedMs } = files
  const { gameKey } = readGameFiles({ raceData: results, checkpointData: null })
  const summary = gameKey === null && mode !== 'tilt' ? null : files.summary
  const needsSummary = gameKey !== null || mode === 'tilt'
  const isOfNow = belongsTo(results, summary) && (gameKey !== null || isWrittenWith(files))
  if (needsSummary && !isOfNow) {
    // Only the summary says whether a tilt level counts.
    if (mode === 'tilt' || unchangedMs < SUMMARY_MS) {
      const problem = `${FILE_NAMES[mode].summary} does not belong to the last game.`
      const againInMs = Math.max(AGAIN_MS, SUMMARY_MS - unchangedMs)
      return { state: 'unfinished', againInMs, problem }
    }
    return whole(files, null)
  }
  return whole(files, summary)
}

/** A legacy level's file has no id. If it stays old, the game did not write it again, and it is the best there is. */
function isWrittenWith({ writtenAt, summaryWrittenAt, unchangedMs }: FoundFiles): boolean {
  const earliest = writtenAt.getTime() - APART_MS
  return unchangedMs >= SUMMARY_MS || (summaryWrittenAt?.getTime() ?? 0) >= earliest
}

/** Whether the summary belongs to these results. Throws any other problem with either file. */
function belongsTo(raceData: Buffer, summaryData: Buffer | null): boolean {
  if (summaryData === null) {
    return false
  }
  try {
    readGameFiles({ raceData, checkpointData: null, summaryData })
    return true
  } catch (error) {
    if (error instanceof FileProblem && error.part === 'summaryData') {
      if (['not_ready', 'empty_file', 'no_rows'].includes(error.code)) {
        return false
      }
    }
    throw error
  }
}

function whole(files: FoundFiles, summaryData: Buffer | null): Judgement {
  const { mode, results: raceData, checkpoints, hasNewCheckpoints, unchangedMs, writtenAt } = files
  if (mode === 'race' && !hasNewCheckpoints && unchangedMs < CHECKPOINTS_MS) {
    const againInMs = CHECKPOINTS_MS - unchangedMs
    return { state: 'unfinished', againInMs, problem: 'The checkpoints have not been written yet.' }
  }
  const withHits = (checkpointData: Buffer | null): Judgement => {
    const parts = { raceData, checkpointData, summaryData }
    const game = readGameFiles(parts)
    return { state: 'whole', game, identity: makeIdentity(game, writtenAt), parts }
  }
  if (mode !== 'race' || !hasNewCheckpoints || checkpoints === null) {
    return withHits(mode === 'race' ? Buffer.from(NO_HITS) : null)
  }
  try {
    return withHits(checkpoints)
  } catch (error) {
    const isAboutHits = error instanceof FileProblem && error.part === 'checkpointData'
    if (isAboutHits && (error.code === 'empty_file' || unchangedMs >= SUMMARY_MS)) {
      return withHits(Buffer.from(NO_HITS))
    }
    throw error
  }
}

/**
 * A legacy game has no id, and an equal one may be played later. The server takes equal games within ten minutes for one,
 * so it does no harm if the game writes the same file twice.
 */
function makeIdentity({ mode, gameKey, content }: Game, writtenAt: Date): string {
  const hash = () => createHash('sha256').update(content).digest('hex')
  return `${mode} ${gameKey ?? `${hash()} ${writtenAt.toISOString()}`}`
}
