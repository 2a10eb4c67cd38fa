/** What can happen in a history, and each step as a short sentence. */

/** Persons who sign in; the first two have a channel each. */
export const PEOPLE = ['Ann', 'Bob', 'Cyd', 'Dan'] as const
export const STREAMERS = 2
/** Each person begins under the login of their number; the others are nobody's at first. */
export const LOGINS = ['ada', 'bea', 'cai', 'dee', 'eli', 'fay'] as const
/** A racer on Kick has the login of one on Twitch. */
export const KICK_RACER = LOGINS.length
const KICK_LOGIN = 2

/** Who uploads: a streamer into their channel, or an admin under a login. */
export type Sender = { person: number } | { adminFor: number }

export interface RacerInGame {
  /** A number of LOGINS, or KICK_RACER. */
  racer: number
  points: number | null
  eliminated: boolean
  kills: number | null
}

export interface GameToPlay {
  mode: 'race' | 'royale' | 'tilt'
  /** Best first. */
  racers: readonly RacerInGame[]
  /** Marbles in a royale, of which the last ones are nobody's. */
  marbles: number
  /** By which of the game's own files. */
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
  /** 0 is unknown, as in the companion's files. */
  kills: number
}

/** The `other` ones say something else of the same game. */
export type How = 'files' | 'log' | 'other files' | 'other log'
/** Minutes ago, or exactly when the channel went over to games, or when somebody last signed in. */
export type Finish = number | 'handover' | 'sign-in'

export type GameStep = {
  kind: 'game'
  by: Sender
  game: GameToPlay
  finish: Finish
  /** The form's field, one of the history's three seasons. */
  season: number | null
  how: How
}

/** An earlier game, so many before the last one; by a day log also some of the games before it. */
export type GameAgainStep = {
  kind: 'game again'
  /** Null: by whom it was sent first. */
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
  /** What becomes of the last one of the season; `again`: any earlier one, as it was. */
  change: 'new' | 'grown' | 'smaller' | 'lossy' | 'empty' | 'again'
  back: number
  rows: readonly SnapshotRow[]
  pointsOff: number
  raceHigh: number | null
  royaleHigh: number | null
}

export type UndoStep = { kind: 'undo'; person: number }
export type PutBackStep = { kind: 'put back'; of: Sender; which: number }
export type HandoverStep = {
  kind: 'handover'
  person: number
  to: 'games' | 'snapshots' | 'companion'
}
export type SignInStep = { kind: 'sign-in'; person: number; login: number }

export type Step =
  | GameStep
  | GameAgainStep
  | SnapshotStep
  | UndoStep
  | PutBackStep
  | HandoverStep
  | SignInStep
  | { kind: 'next season' }

export interface TimedStep {
  /** How many minutes pass before it. */
  minutes: number
  step: Step
  /** Whether boards and dashboards are compared after it, and not at the end alone. */
  isCompared: boolean
}

export type History = readonly TimedStep[]

/** `12 min later: Ann takes the last upload back` */
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
      return `${PEOPLE[step.person]} takes the last upload back`
    case 'put back':
      return `an admin puts back snapshot ${step.which} of ${who(step.of)}`
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
