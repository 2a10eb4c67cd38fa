/** Whether the files of the last game are all there, and which game they are. */
import { createHash } from 'node:crypto'
import { type Game, NO_HITS, readGameFiles } from '@rollcall/formats/game-files'
import type { GameMode } from '@rollcall/formats/game-rows'
import { FileProblem } from '@rollcall/formats/problem'

/** The file names of a mode: docs/formats.md. */
export const FILES_OF: Readonly<
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
  /** Since the last race was kept the file of its checkpoints was written again. */
  hasNewCheckpoints: boolean
  /** How long none of the files has changed. */
  unchangedMs: number
}

export interface GameParts {
  raceData: Buffer
  checkpointData: Buffer | null
  summaryData: Buffer | null
}

export type Judgement =
  /** Empty files, or headings alone. */
  | { state: 'nothing' }
  /** To be looked at again; `problem` is what is to be said where it stays so. */
  | { state: 'unfinished'; againInMs: number; problem: string }
  /** It becomes no game, unless its files change. */
  | { state: 'unusable'; problem: string }
  | { state: 'whole'; game: Game; identity: string; parts: GameParts }

/** On a map without numbers the file of checkpoints is that of an earlier race. */
const CHECKPOINTS_MS = 2_500
/** Then a race or royale is sent without a summary that has not come. */
const SUMMARY_MS = 30_000
const AGAIN_MS = 500

/** Reads the files of one mode. Nothing here waits: it says when to look again. */
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
  if (needsSummary && !belongsTo(results, summary)) {
    // A tilt level says only there whether it counts.
    if (mode === 'tilt' || unchangedMs < SUMMARY_MS) {
      const problem = `${FILES_OF[mode].summary} does not belong to the last game.`
      const againInMs = Math.max(AGAIN_MS, SUMMARY_MS - unchangedMs)
      return { state: 'unfinished', againInMs, problem }
    }
    return whole(files, null)
  }
  return whole(files, summary)
}

/** Whether the summary is that of these results; throws what else is wrong with either. */
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
  const { mode, results: raceData, checkpoints, hasNewCheckpoints, unchangedMs } = files
  if (mode === 'race' && !hasNewCheckpoints && unchangedMs < CHECKPOINTS_MS) {
    const againInMs = CHECKPOINTS_MS - unchangedMs
    return { state: 'unfinished', againInMs, problem: 'The checkpoints have not come yet.' }
  }
  const withHits = (checkpointData: Buffer | null): Judgement => {
    const parts = { raceData, checkpointData, summaryData }
    const game = readGameFiles(parts)
    return { state: 'whole', game, identity: identityOf(game), parts }
  }
  if (mode !== 'race' || !hasNewCheckpoints || checkpoints === null) {
    return withHits(mode === 'race' ? Buffer.from(NO_HITS) : null)
  }
  try {
    return withHits(checkpoints)
  } catch (error) {
    const isOfHits = error instanceof FileProblem && error.part === 'checkpointData'
    if (isOfHits && (error.code === 'empty_file' || unchangedMs >= SUMMARY_MS)) {
      return withHits(Buffer.from(NO_HITS))
    }
    throw error
  }
}

/** By what the server too tells games apart. */
function identityOf({ mode, gameKey, content }: Game): string {
  return `${mode} ${gameKey ?? createHash('sha256').update(content).digest('hex')}`
}
