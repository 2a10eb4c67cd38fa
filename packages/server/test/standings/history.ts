/** The steps that can happen in a history, and a short sentence for each. */

/** People who sign in. The first two have a channel each. */
export const PEOPLE = ['Ann', 'Bob', 'Cyd', 'Dan'] as const
export const STREAMERS = 2
/** Each person begins with the login of their number. Nobody has the other logins at first. */
export const LOGINS = ['ada', 'bea', 'cai', 'dee', 'eli', 'fay'] as const
/** The number of a Kick racer who has the same login as a Twitch racer. */
export const KICK_RACER = LOGINS.length
const KICK_LOGIN = 2

/** The uploader: a streamer for their own channel, or an admin for the channel of a login. */
export type Sender = { person: number } | { adminFor: number }

export interface RacerInGame {
  /** An index of LOGINS, or KICK_RACER. */
  racer: number
  points: number | null
  eliminated: boolean
  kills: number | null
}

export interface GameToPlay {
  mode: 'race' | 'royale' | 'tilt'
  /** Best first. */
  racers: readonly RacerInGame[]
  /** The number of marbles in a royale. Nobody owns the last ones. */
  marbles: number
  /** The kind of the game's own files. */
  files: 'with summary' | 'without summary' | 'legacy'
  isPractice: boolean
}

export interface SnapshotRow {
  login: number
  racePoints: number
  raceWins: number | null
  races: number
  royalePoints: number
  royaleWins: number | null
  royales: number
  crownWins: number | null
  /** 0 means unknown, as in the companion's files. */
  kills: number
}

/** How a game is uploaded. The `other` ones have different results for the same game. */
export type How = 'files' | 'log' | 'other files' | 'other log'
/** Minutes ago, or exactly the instant of the channel's handover or of the last sign-in. */
export type Finish = number | 'handover' | 'sign-in'

export type GameStep = {
  kind: 'game'
  by: Sender
  game: GameToPlay
  finish: Finish
  /** The season in the form: one of the history's three. */
  season: number | null
  how: How
}

/** Sends an earlier game again: the one `back` before the last. A day log also has some of the games before it. */
export type GameAgainStep = {
  kind: 'game again'
  /** Null: the first sender. */
  by: Sender | null
  back: number
  how: How
  season: number | null
  minutesOff: number
  games: number
}

export type SnapshotStep = {
  kind: 'snapshot'
  by: Sender
  season: number
  daysAgo: number
  /** How it differs from the season's last snapshot. `again` sends any earlier one unchanged. */
  change: 'new' | 'grown' | 'smaller' | 'lossy' | 'empty' | 'again'
  back: number
  rows: readonly SnapshotRow[]
  pointsOff: number
  raceHigh: number | null
  royaleHigh: number | null
}

/** Takes back the upload `back` before the last of those that stored something. */
export type UndoStep = { kind: 'undo'; person: number; back: number }
export type PutBackStep = { kind: 'put back'; of: Sender; which: number }
export type HandoverStep = {
  kind: 'handover'
  person: number
  to: 'games' | 'snapshots' | 'companion'
}
/** An admin leaves a game out of rankings, or lets one of those count again: the one `back` before the last. */
export type LeaveOutStep = { kind: 'leave out'; of: Sender; back: number }
export type CountAgainStep = { kind: 'count again'; of: Sender; back: number }
export type SignInStep = { kind: 'sign-in'; person: number; login: number }

export type Step =
  | GameStep
  | GameAgainStep
  | SnapshotStep
  | UndoStep
  | PutBackStep
  | HandoverStep
  | LeaveOutStep
  | CountAgainStep
  | SignInStep
  | { kind: 'next season' }

export interface TimedStep {
  /** The minutes that pass before the step. */
  minutes: number
  step: Step
  /** Whether boards and dashboards are compared after the step, not only at the end. */
  isCompared: boolean
}

export type History = readonly TimedStep[]

/** `12 min later: Ann takes back the upload 0 before the last` */
export function sentenceOf({ minutes, step, isCompared }: TimedStep): string {
  return `${minutes} min later: ${wordsOf(step)}${isCompared ? ' (compared)' : ''}`
}

function wordsOf(step: Step): string {
  switch (step.kind) {
    case 'game':
      return `${who(step.by)} plays ${gameInWords(step.game)}; finished ${finishInWords(step.finish)}, sent by ${step.how}${inSeason(step.season)}`
    case 'game again':
      return `${who(step.by)} sends the game ${step.back} before the last again by ${howInWords(step)}, ${step.minutesOff} min off${inSeason(step.season)}`
    case 'snapshot':
      return `${who(step.by)} sends a snapshot of season +${step.season}, of ${step.daysAgo} days ago: ${changeInWords(step)}; ${step.pointsOff} points more than its racers, high scores ${step.raceHigh ?? '–'} and ${step.royaleHigh ?? '–'}`
    case 'undo':
      return `${PEOPLE[step.person]} takes back the upload ${step.back} before the last`
    case 'put back':
      return `an admin puts back snapshot ${step.which} of ${who(step.of)}`
    case 'leave out':
      return `an admin leaves out the game ${step.back} before the last of ${who(step.of)}`
    case 'count again':
      return `an admin lets the game of ${who(step.of)} count again that was left out ${step.back} before the last`
    case 'handover':
      return `${PEOPLE[step.person]} goes over to ${step.to}`
    case 'sign-in':
      return `${PEOPLE[step.person]} signs in as ${LOGINS[step.login]}`
    case 'next season':
      return 'the next season begins'
  }
}

function who(sender: Sender | null): string {
  if (sender === null) {
    return 'the same sender'
  }
  return 'person' in sender
    ? (PEOPLE[sender.person] ?? '')
    : `an admin for ${LOGINS[sender.adminFor]}`
}

const finishInWords = (finish: Finish) =>
  typeof finish === 'number' ? `${finish} min before` : `at the ${finish}`

const howInWords = ({ how, games }: GameAgainStep) =>
  how.endsWith('log') ? `${how} of up to ${games}` : how

const inSeason = (season: number | null) => (season === null ? '' : `, for season +${season}`)

function gameInWords({ mode, racers, marbles, files, isPractice }: GameToPlay): string {
  const results = racers.map(({ racer, points, eliminated, kills }) => {
    const name = racer === KICK_RACER ? `${LOGINS[KICK_LOGIN]} on Kick` : LOGINS[racer]
    return `${name} ${points ?? '–'}${eliminated ? ' out' : ''} (${kills ?? '–'} kills)`
  })
  return `a ${isPractice ? 'practice ' : ''}${mode} of ${marbles}, ${files}: ${results.join(', ')}`
}

function changeInWords({ change, back, rows }: SnapshotStep): string {
  if (change === 'again') {
    return `the one ${back} before the last again`
  }
  const made = rows.map(
    (row) =>
      `${LOGINS[row.login]} ${row.racePoints} in ${row.races} races (${row.raceWins ?? '–'} won), ${row.royalePoints} in ${row.royales} royales (${row.royaleWins ?? '–'} won, ${row.crownWins ?? '–'} crowns, ${row.kills} kills)`,
  )
  return `${change}, with ${made.join('; ')}`
}
