/** What can happen in a history, at random, and each step as a short sentence. */
import fc from 'fast-check'

/** Persons who sign in; the first two have a channel each. */
export const PEOPLE = ['Ann', 'Bob', 'Cyd', 'Dan'] as const
export const STREAMERS = 2
/** Each person begins under the login of their number; the others are nobody's at first. */
export const LOGINS = ['ada', 'bea', 'cai', 'dee', 'eli', 'fay'] as const
/** A racer on Kick has the login of one on Twitch. */
export const KICK_RACER = LOGINS.length

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
  kills: number
}

/** The `other` ones say something else of the same game. */
export type How = 'files' | 'log' | 'other files' | 'other log'
/** Minutes ago, or exactly when the channel went over to games, or when somebody last signed in. */
type Finish = number | 'handover' | 'sign-in'

export type Step =
  | { kind: 'game'; by: Sender; game: GameToPlay; finish: Finish; season: number | null; how: How }
  /** An earlier game; of a day log also the games before it. */
  | {
      kind: 'game again'
      by: Sender
      which: number
      how: How
      season: number | null
      minutesOff: number
      games: number
    }
  | {
      kind: 'snapshot'
      by: Sender
      season: number
      daysAgo: number
      /** What becomes of the last one of the season; `again`: any earlier one, as it was. */
      change: 'new' | 'grown' | 'smaller' | 'lossy' | 'empty' | 'again'
      which: number
      rows: readonly SnapshotRow[]
      pointsOff: number
      raceHigh: number | null
      royaleHigh: number | null
    }
  | { kind: 'undo'; person: number }
  | { kind: 'put back'; login: number; which: number }
  | { kind: 'handover'; person: number; to: 'games' | 'snapshots' | 'companion' }
  | { kind: 'sign-in'; person: number; login: number }
  | { kind: 'next season' }

/** `minutes` pass before each step. */
export type History = {
  steps: readonly { minutes: number; step: Step }[]
  /** After how many steps everything is compared, besides at the end. */
  comparedAfter: number
}

const person = fc.nat(PEOPLE.length - 1)
const streamer = fc.nat(STREAMERS - 1)
const login = fc.nat(LOGINS.length - 1)
const points = fc.oneof(
  { weight: 5, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const unknownOr = (most: number) =>
  fc.oneof({ weight: 4, arbitrary: fc.nat(most) }, { weight: 1, arbitrary: fc.constant(null) })
const rarely = fc.integer({ min: 0, max: 5 }).map((number) => number === 5)

const by: fc.Arbitrary<Sender> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ person: streamer }) },
  { weight: 2, arbitrary: fc.record({ adminFor: fc.integer({ min: 3, max: LOGINS.length - 1 }) }) },
)

const racers = fc.uniqueArray(
  fc.record({
    racer: fc.nat(KICK_RACER),
    points,
    eliminated: rarely,
    kills: unknownOr(6),
  }),
  { minLength: 1, maxLength: 5, selector: ({ racer }) => racer, size: 'max' },
)

const game = fc.record<GameToPlay>({
  mode: fc.oneof(
    { weight: 4, arbitrary: fc.constant<'race'>('race') },
    { weight: 4, arbitrary: fc.constant<'royale'>('royale') },
    { weight: 1, arbitrary: fc.constant<'tilt'>('tilt') },
  ),
  racers,
  marbles: fc.constantFrom(0, 9, 10, 12),
  files: fc.constantFrom('with summary', 'with summary', 'without summary', 'legacy'),
  isPractice: rarely,
})

/** From a clock that is a little ahead to nine days ago, in the season before. */
const finish: fc.Arbitrary<Finish> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -8, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: 90, max: 9 * 24 * 60 }) },
  { weight: 1, arbitrary: fc.constantFrom('handover', 'sign-in') },
)
/** Of three. */
const season = fc.nat(2)
const seasonField = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: season },
)

const row = fc.record<SnapshotRow>({
  login,
  racePoints: fc.nat(2_000),
  raceWins: unknownOr(9),
  races: fc.nat(30),
  royalePoints: fc.nat(900),
  royaleWins: unknownOr(3),
  royales: fc.nat(12),
  crownWins: unknownOr(2),
  kills: fc.constantFrom(0, 0, 0, 4),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('game' as const),
      by,
      game,
      finish,
      season: seasonField,
      how: fc.constantFrom<How>('files', 'files', 'log'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('game again' as const),
      by,
      which: fc.nat(20),
      how: fc.constantFrom<How>('files', 'files', 'log', 'log', 'other files', 'other log'),
      season: seasonField,
      minutesOff: fc.constantFrom(0, 0, 0, -4, -15),
      games: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('snapshot' as const),
      by,
      season,
      daysAgo: fc.constantFrom(-1, 0, 0, 0, 0, 1, 2),
      change: fc.constantFrom(
        'new',
        'grown',
        'grown',
        'smaller',
        'lossy',
        'empty',
        'again',
        'again',
      ),
      which: fc.nat(20),
      rows: fc.uniqueArray(row, { maxLength: 5, selector: (it) => it.login, size: 'max' }),
      pointsOff: fc.constantFrom(0, 0, 0, 25),
      raceHigh: unknownOr(300),
      royaleHigh: unknownOr(300),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), person: streamer }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('put back' as const), login, which: fc.nat(8) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('handover' as const),
      person: streamer,
      to: fc.constantFrom('games', 'games', 'snapshots', 'snapshots', 'companion'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sign-in' as const), person, login }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'next season' as const }) },
)

const minutes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 2, arbitrary: fc.integer({ min: 30, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 600, max: 3_000 }) },
)

export const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(fc.record({ minutes, step }), { minLength: 5, maxLength: 25, size: 'max' }),
  comparedAfter: fc.nat(24),
})

const who = (sender: Sender) =>
  'person' in sender ? PEOPLE[sender.person] : `an admin for ${LOGINS[sender.adminFor]}`

/** `12 minutes later Ann uploads …` */
export function sentenceOf({ minutes, step }: History['steps'][number]): string {
  return `${minutes} min later: ${wordsOf(step)}`
}

function wordsOf(step: Step): string {
  switch (step.kind) {
    case 'game':
      return `${who(step.by)} plays ${gameInWords(step.game)}, finished ${typeof step.finish === 'number' ? `${step.finish} min before` : `at the ${step.finish}`}, sent by ${step.how}${inSeason(step.season)}`
    case 'game again':
      return `${who(step.by)} sends game ${step.which} again by ${step.how}${step.how.endsWith('log') ? ` of up to ${step.games}` : ''}, ${step.minutesOff} min off${inSeason(step.season)}`
    case 'snapshot':
      return `${who(step.by)} sends a snapshot of season +${step.season}, ${step.daysAgo} days old, ${step.change} (${step.which}): ${step.rows.map((it) => JSON.stringify({ ...it, login: LOGINS[it.login] })).join(' ')}; ${step.pointsOff} points more, highs ${step.raceHigh} ${step.royaleHigh}`
    case 'undo':
      return `${PEOPLE[step.person]} takes the last upload back`
    case 'put back':
      return `an admin puts back snapshot ${step.which} of ${LOGINS[step.login]}`
    case 'handover':
      return `${PEOPLE[step.person]} goes over to ${step.to}`
    case 'sign-in':
      return `${PEOPLE[step.person]} signs in as ${LOGINS[step.login]}`
    case 'next season':
      return 'the next season begins'
  }
}

function gameInWords({ mode, racers: all, marbles, files, isPractice }: GameToPlay): string {
  const results = all.map(({ racer, points: earned, eliminated, kills }) =>
    [
      LOGINS[racer] ?? 'cai on Kick',
      earned ?? '–',
      eliminated ? 'out' : '',
      `${kills ?? '–'} kills`,
    ].join(' '),
  )
  return `a ${isPractice ? 'practice ' : ''}${mode} of ${marbles} (${files}): ${results.join(', ')}`
}

const inSeason = (number: number | null) => (number === null ? '' : `, for season +${number}`)
