/** Games of a history: plays them, and uploads their own files or day logs. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import { gameUpload, importUpload } from '../helpers/game-files.ts'
import { dayLog, gameFiles, isLoggable, loggedAt, logStamp, type PlayedGame } from './files.ts'
import { expectSame } from './first-difference.ts'
import {
  type GameAgainStep,
  type GameStep,
  type GameToPlay,
  type How,
  KICK_RACER,
  type Sender,
} from './history.ts'
import { channelFor, mapOn, nowOn, proofOf, racerOn, type Stage, seasonOn } from './stage.ts'
import { countedBySeason, type GameOutcome, storeGames } from './stored-games.ts'
import { type GameInFile, type Receipt, type Result, seasonAt } from './world.ts'

/** How a game is sent. Without a season, the one at its finish counts. */
interface Sending {
  by: Sender
  how: How
  season: number | null
}

export async function playGame(
  stage: Stage,
  { game, finish, ...sending }: GameStep,
): Promise<void> {
  const now = nowOn(stage)
  // Different seconds, so that no two games are equally far from a third one.
  const seconds = (stage.played.length * 17) % 60
  const instants = {
    handover: channelFor(stage, sending.by).handedOverAt ?? now,
    'sign-in': stage.lastSignIn,
  }
  stage.played.push({
    by: sending.by,
    mode: game.mode,
    snapshotId: `game-${stage.round}-${stage.played.length}`,
    map: mapOn(stage),
    results: resultsOf(stage, game),
    finishedAt:
      typeof finish === 'number'
        ? new Date(now.getTime() - finish * MINUTE_MS + seconds * 1000)
        : instants[finish],
    files: filesOf(game),
    isPractice: game.isPractice,
  })
  await send(stage, stage.played.slice(-1), sending)
}

/** Nobody owns the last racers of a royale. */
function resultsOf(stage: Stage, { mode, racers, marbles }: GameToPlay): Result[] {
  const isRoyale = mode === 'royale'
  const others = isRoyale ? Math.max(0, marbles - racers.length) : 0
  // Games differ in pace, and in some the first place is slower than the second.
  const pace = (stage.played.length * 7) % 5
  const isSlowFirst = stage.played.length % 6 === 5
  const secondsAt = (place: number) => 60 + pace + place + (isSlowFirst && place === 1 ? 10 : 0)
  return [
    ...racers.map(({ racer, points, eliminated, kills }, index) => ({
      ...racerOn(stage, racer),
      position: index + 1,
      points,
      eliminated,
      kills: isRoyale ? kills : null,
      damage: isRoyale && kills !== null ? kills * 10 : null,
      seconds: mode === 'race' ? secondsAt(index + 1) : null,
    })),
    ...Array.from({ length: others }, (_, index) => ({
      platform: 'twitch',
      login: `marble_${index}_${stage.round}`,
      position: racers.length + index + 1,
      points: 0,
      eliminated: true,
      kills: 0,
      damage: 0,
      seconds: null,
    })),
  ]
}

/** Legacy files have no platforms. */
function filesOf({ mode, files, racers }: GameToPlay): PlayedGame['files'] {
  const isOnKick = racers.some(({ racer }) => racer === KICK_RACER)
  return files === 'legacy' && (mode === 'tilt' || isOnKick) ? 'without summary' : files
}

export async function sendAgain(
  stage: Stage,
  { by, back, minutesOff, games, ...sending }: GameAgainStep,
): Promise<void> {
  const end = Math.max(1, stage.played.length - back)
  const chosen = stage.played.slice(Math.max(0, end - games), end)
  const told = chosen.map((game) => ({
    ...game,
    finishedAt: new Date(game.finishedAt.getTime() + minutesOff * MINUTE_MS),
    results: sending.how.startsWith('other') ? otherResults(game.results) : game.results,
  }))
  const [last] = told.slice(-1)
  if (last !== undefined) {
    await send(stage, told, { by: by ?? last.by, ...sending })
  }
}

const otherResults = ([first, ...others]: readonly Result[]): Result[] =>
  first ? [{ ...first, points: (first.points ?? 0) + 1 }, ...others] : []

/** A log has all games that fit into a log. Otherwise only the last game is sent, with its files. */
async function send(stage: Stage, games: readonly PlayedGame[], sending: Sending): Promise<void> {
  const nameOf = ({ mode, finishedAt }: PlayedGame) => `${mode} ${logStamp(finishedAt)}`
  const logged = [...new Map(games.filter(isLoggable).map((game) => [nameOf(game), game])).values()]
  const [last] = games.slice(-1)
  if (sending.how.endsWith('log') && logged.length > 0) {
    await sendLog(stage, logged, sending)
  } else if (last !== undefined) {
    await sendFiles(stage, last, sending)
  }
}

async function sendFiles(stage: Stage, game: PlayedGame, { by, season }: Sending): Promise<void> {
  const { headers, claim } = proofOf(stage, by)
  const { files, fields } = gameFiles(game)
  const response = await stage.server.call(
    gameUpload(files, { headers, fields: { ...fields, ...fieldsOf(stage, claim, season) } }),
  )
  const isLegacy = game.files === 'legacy'
  const told: GameInFile = {
    mode: game.mode,
    source: isLegacy ? 'legacy file' : 'game file',
    key: isLegacy ? JSON.stringify(game.results) : game.snapshotId,
    isRankable: isRankable(game),
    finishedAt: game.finishedAt,
    season: season === null ? seasonAt(stage.world, game.finishedAt) : seasonOn(stage, season),
    map: game.files === 'with summary' && game.mode !== 'tilt' ? game.map : null,
    results: game.results,
  }
  const channel = channelFor(stage, by)
  const [outcome] = storeGames(stage.world, channel, [told])
  const answer = response.json()
  if (outcome?.kind === 'conflict') {
    expectSame('the refused game', answer, { code: 'snapshot_conflict' })
    return
  }
  expectSame('the status of a game', response.statusCode, 200)
  expectSame(
    'the receipt of a game',
    { ...answer, isCompleted: answer.message.includes('completed by its own files') },
    {
      duplicate: outcome?.kind === 'known',
      stale: false,
      isCompleted: outcome?.kind === 'completed',
      isRanked: told.isRankable,
      season: outcome?.game.season,
    },
  )
  addReceipt(stage, by, {
    id: answer.id,
    outcome: outcome?.kind === 'known' ? 'duplicate' : 'stored',
    isImport: false,
    outcomes: outcome === undefined ? [] : [outcome],
  })
}

/** See docs/scoring.md, Games that count. */
function isRankable({ files, results, isPractice }: PlayedGame): boolean {
  if (files === 'with summary') {
    return !isPractice
  }
  return files === 'legacy' || results.some(({ points }) => points !== null)
}

async function sendLog(
  stage: Stage,
  games: readonly PlayedGame[],
  { by, season }: Sending,
): Promise<void> {
  const { headers, claim } = proofOf(stage, by)
  const answer = await stage.server.ask(
    importUpload(dayLog(games), { headers, fields: fieldsOf(stage, claim, season) }),
  )
  const told = games.map(({ mode, finishedAt, results }): GameInFile => {
    const at = loggedAt(finishedAt)
    return {
      mode,
      source: 'day log',
      key: `log ${logStamp(finishedAt)}`,
      isRankable: true,
      finishedAt: at,
      season: season === null ? seasonAt(stage.world, at) : seasonOn(stage, season),
      map: null,
      results: results.map((result) => inLog(mode, result)),
    }
  })
  const channel = channelFor(stage, by)
  const outcomes = storeGames(stage.world, channel, told)
  const count = (kind: GameOutcome['kind']) => outcomes.filter((it) => it.kind === kind).length
  const added = outcomes.filter(({ kind }) => kind === 'stored').map(({ game }) => game)
  expectSame('the receipt of a day log', answer, {
    duplicate: added.length === 0,
    stale: false,
    counts: {
      games: games.length,
      added: added.length,
      known: count('known'),
      differing: count('conflict'),
    },
    seasons: countedBySeason(channel, added),
  })
  addReceipt(stage, by, {
    id: answer.id,
    outcome: added.length === 0 ? 'duplicate' : 'stored',
    isImport: true,
    outcomes,
  })
}

/** A log has 0 for unknown numbers. */
function inLog(mode: PlayedGame['mode'], result: Result): Result {
  const isRoyale = mode === 'royale'
  return {
    ...result,
    points: result.points ?? 0,
    kills: isRoyale ? (result.kills ?? 0) : null,
    damage: isRoyale ? (result.damage ?? 0) : null,
    seconds: null,
  }
}

const fieldsOf = (stage: Stage, claim: string, season: number | null): Record<string, string> => ({
  ...(claim !== '' && { channel: claim }),
  ...(season !== null && { season: String(seasonOn(stage, season)) }),
})

function addReceipt(
  stage: Stage,
  by: Sender,
  {
    outcomes,
    ...receipt
  }: Pick<Receipt, 'id' | 'outcome' | 'isImport'> & { outcomes: readonly GameOutcome[] },
): void {
  const stored = outcomes.filter(({ kind }) => kind === 'stored')
  stage.world.receipts.push({
    ...receipt,
    channel: channelFor(stage, by),
    isUndone: false,
    receivedAt: nowOn(stage),
    gameIds: stored.length === 0 ? null : stored.map(({ game }) => game.id),
    snapshot: null,
    isTaken: false,
  })
}
