/** Random histories, with some sequences of steps that would rarely occur by chance. */
import fc from 'fast-check'
import {
  type CountAgainStep,
  type Finish,
  type GameAgainStep,
  type GameStep,
  type GameToPlay,
  type HandoverStep,
  type History,
  type How,
  KICK_RACER,
  type LeaveOutStep,
  LOGINS,
  PEOPLE,
  type PutBackStep,
  type RacerInGame,
  type Sender,
  type SignInStep,
  type SnapshotRow,
  type SnapshotStep,
  type Step,
  type UndoStep,
} from './history.ts'

const LONGEST = 25

/** Draws from `often` most of the time: `times` times as often as from `rarely`. */
const mostly = <T>(often: fc.Arbitrary<T>, rarely: fc.Arbitrary<T>, times = 5) =>
  fc.oneof({ weight: times, arbitrary: often }, { weight: 1, arbitrary: rarely })
const rarely = mostly(fc.constant(false), fc.constant(true))
const known = (most: number) => mostly<number | null>(fc.nat(most), fc.constant(null))

/** Most steps happen on one channel, so that they affect each other. */
const streamer = fc.constantFrom(0, 0, 0, 1)
const freeLogin = fc.constantFrom(4, 4, 5)
const by = mostly<Sender>(
  fc.record({ person: streamer }),
  fc.record({ adminFor: mostly(freeLogin, fc.nat(LOGINS.length - 1)) }),
)

const racer = fc.record<RacerInGame>({
  racer: fc.nat(KICK_RACER),
  points: known(300),
  eliminated: rarely,
  kills: known(6),
})
const game = fc.record<GameToPlay>({
  mode: fc.constantFrom('race', 'race', 'race', 'royale', 'royale', 'royale', 'tilt'),
  racers: fc.uniqueArray(racer, {
    minLength: 1,
    maxLength: 5,
    selector: (it) => it.racer,
    size: 'max',
  }),
  marbles: fc.constantFrom(0, 9, 10, 12),
  files: fc.constantFrom('with summary', 'with summary', 'without summary', 'legacy'),
  isPractice: rarely,
})

/** From a few minutes in the future, for a clock that is ahead, to nine days ago, in the season before. */
const finish = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -8, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 9 * 24 * 60 }) },
  { weight: 1, arbitrary: fc.constantFrom<Finish>('handover', 'sign-in') },
)
/** A future season means the current one. */
const season = fc.constantFrom(2, 2, 2, 2, 1, 0)
const seasonField = mostly<number | null>(fc.constant(null), fc.nat(2), 6)

const gameStep = fc.record<GameStep>({
  kind: fc.constant('game'),
  by,
  game,
  finish,
  season: seasonField,
  how: fc.constantFrom('files', 'files', 'log'),
})
const gameAgain = fc.record<GameAgainStep>({
  kind: fc.constant('game again'),
  by: mostly<Sender | null>(fc.constant(null), by, 3),
  back: fc.nat(3),
  how: fc.constantFrom('files', 'files', 'log', 'log', 'other files', 'other log'),
  season: seasonField,
  minutesOff: fc.constantFrom(0, 0, 0, -4, -15),
  games: fc.integer({ min: 1, max: 4 }),
})

const row = fc.record<SnapshotRow>({
  login: fc.nat(LOGINS.length - 1),
  racePoints: fc.nat(2_000),
  raceWins: known(9),
  races: fc.nat(30),
  royalePoints: fc.nat(900),
  royaleWins: known(3),
  royales: fc.nat(12),
  crownWins: known(2),
  kills: fc.constantFrom(0, 0, 0, 4),
})
const snapshot = fc.record<SnapshotStep>({
  kind: fc.constant('snapshot'),
  by,
  season,
  daysAgo: fc.constantFrom(-1, 0, 0, 0, 0, 1, 2),
  change: fc.constantFrom('new', 'grown', 'grown', 'smaller', 'lossy', 'lossy', 'empty', 'again'),
  back: fc.nat(4),
  rows: fc.uniqueArray(row, { maxLength: 5, selector: (it) => it.login, size: 'max' }),
  pointsOff: fc.constantFrom(0, 0, 0, 25),
  raceHigh: known(300),
  royaleHigh: known(300),
})

const undo = fc.record<UndoStep>({
  kind: fc.constant('undo'),
  person: streamer,
  back: fc.constantFrom(0, 0, 0, 1, 1, 2, 4),
})
const putBack = fc.record<PutBackStep>({
  kind: fc.constant('put back'),
  of: by,
  which: fc.nat(4),
})
const handover = fc.record<HandoverStep>({
  kind: fc.constant('handover'),
  person: streamer,
  to: fc.constantFrom('games', 'games', 'snapshots', 'snapshots', 'companion'),
})
const signIn = fc.record<SignInStep>({
  kind: fc.constant('sign-in'),
  person: fc.nat(PEOPLE.length - 1),
  login: fc.nat(LOGINS.length - 1),
})

const leaveOut = fc.record<LeaveOutStep>({
  kind: fc.constant('leave out'),
  of: by,
  back: fc.nat(3),
})
const countAgain = fc.record<CountAgainStep>({
  kind: fc.constant('count again'),
  of: by,
  back: fc.nat(2),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: gameStep },
  { weight: 5, arbitrary: gameAgain },
  { weight: 6, arbitrary: snapshot },
  { weight: 4, arbitrary: undo },
  { weight: 3, arbitrary: putBack },
  { weight: 2, arbitrary: handover },
  { weight: 3, arbitrary: signIn },
  { weight: 3, arbitrary: leaveOut },
  { weight: 2, arbitrary: countAgain },
  { weight: 1, arbitrary: fc.constant({ kind: 'next season' as const }) },
)

/** The same game, won by that racer. */
function wonBy(login: number, { game: played, ...others }: GameStep): GameStep {
  const winner = { racer: login, points: 90, eliminated: false, kills: 2 }
  const rest = played.racers.filter((it) => it.racer !== login)
  return { ...others, game: { ...played, racers: [winner, ...rest] } }
}

/** Several snapshots of one season. Then an admin puts an earlier one back, and the streamer undoes some. */
const snapshots = fc
  .record({
    person: streamer,
    season,
    all: fc.array(snapshot, { minLength: 2, maxLength: 5 }),
    putBack: fc.constantFrom(null, 1, 2),
    undone: fc.nat(3),
  })
  .map(({ person, season: of, all, putBack: which, undone }): Step[] => [
    ...all.map((step) => ({ ...step, by: { person }, season: of })),
    ...(which === null ? [] : [{ kind: 'put back', of: { person }, which } as const]),
    ...Array.from({ length: undone }, () => ({ kind: 'undo', person, back: 0 }) as const),
  ])

/** A day log, then the game's own files, or the other way round, or two logs that differ. */
const toldTwice = fc
  .record({
    first: gameStep,
    second: gameAgain,
    hows: fc.constantFrom<[How, How]>(
      ['log', 'files'],
      ['log', 'files'],
      ['files', 'log'],
      ['log', 'other log'],
    ),
  })
  .map(({ first, second, hows }): Step[] => [
    { ...first, how: hows[0] },
    { ...second, by: null, back: 0, how: hows[1] },
  ])

/** A handover from a snapshot to games, with at least one game afterwards, and sometimes back again. */
const handedOver = fc
  .record({
    person: streamer,
    winner: fc.nat(PEOPLE.length - 1),
    before: snapshot,
    games: fc.array(gameStep, { minLength: 1, maxLength: 3 }),
    after: fc.array(snapshot, { maxLength: 2 }),
    isSwitchedBack: fc.boolean(),
  })
  .map(({ person, winner, before, games, after, isSwitchedBack }): Step[] => [
    { ...before, by: { person } },
    { kind: 'handover', person, to: 'games' },
    ...games.map((step) => ({ ...wonBy(winner, step), by: { person } })),
    ...after.map((step) => ({ ...step, by: { person } })),
    ...(isSwitchedBack
      ? [
          { kind: 'handover', person, to: 'snapshots' } as const,
          { kind: 'undo', person, back: 0 } as const,
        ]
      : []),
  ])

/** An admin uploads for a login before its streamer signs in with it. The streamer may have a channel already. */
const waiting = fc
  .record({
    person: streamer,
    login: freeLogin,
    seasonOfAll: fc.nat(2),
    uploads: fc.array(fc.oneof(gameStep, snapshot), { minLength: 1, maxLength: 3 }),
  })
  .map(({ person, login, seasonOfAll, uploads }): Step[] => [
    ...uploads.map((step) => ({ ...step, by: { adminFor: login }, season: seasonOfAll })),
    { kind: 'sign-in', person, login },
  ])

/** A streamer and an admin send the same game for two seasons, before the two channels are merged. */
const sentToBoth = fc
  .record({ person: streamer, login: freeLogin, both: gameStep, again: gameAgain, other: gameStep })
  .map(({ person, login, both, again, other }): Step[] => [
    { ...both, by: { person }, season: 0, how: 'files' },
    { ...again, by: { adminFor: login }, season: 1, how: 'files', back: 0, minutesOff: 0 },
    { ...other, by: { adminFor: login }, season: 1 },
    { kind: 'sign-in', person, login },
  ])

/** Another person takes a login between two games of its racer. The second game may finish at that moment. */
const taken = fc
  .record({ before: gameStep, signIn, after: gameStep, isAtOnce: fc.boolean() })
  .map(({ before, signIn: step, after, isAtOnce }): Step[] => [
    wonBy(step.login, before),
    step,
    {
      ...wonBy(step.login, after),
      by: before.by,
      finish: isAtOnce ? 'sign-in' : after.finish,
    },
  ])

/** Its owner is renamed between two games of a day, and another person takes the login before the second one. */
const renamedAndTaken = fc
  .record({
    login: fc.nat(3),
    taker: fc.nat(PEOPLE.length - 1),
    freeLogin,
    before: gameStep,
    between: gameStep,
    after: gameStep,
    minutesAgo: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ login, taker, freeLogin: newLogin, before, between, after, minutesAgo }): Step[] => [
    { kind: 'sign-in', person: login, login },
    { ...wonBy(login, before), finish: minutesAgo },
    { kind: 'sign-in', person: login, login: newLogin },
    { ...wonBy(newLogin, between), by: before.by, finish: minutesAgo },
    { kind: 'sign-in', person: taker === login ? (login + 1) % PEOPLE.length : taker, login },
    { ...wonBy(login, after), by: before.by, finish: minutesAgo },
  ])

/** A channel goes to games and back, and to games again, with games and snapshots in between. */
const thereAndBack = fc
  .record({
    person: streamer,
    racer: fc.nat(LOGINS.length - 1),
    games: fc.tuple(gameStep, gameStep, gameStep),
    later: snapshot,
  })
  .map(({ person, racer: winner, games: [first, second, third], later }): Step[] => [
    { ...wonBy(winner, first), by: { person } },
    { kind: 'handover', person, to: 'games' },
    { ...wonBy(winner, second), by: { person } },
    { kind: 'handover', person, to: 'snapshots' },
    { ...later, by: { person } },
    { kind: 'handover', person, to: 'games' },
    { ...wonBy(winner, third), by: { person } },
  ])

/** A game is left out, and its files come again, another game or an undo follows, before it counts again or not. */
const leftOut = fc
  .record({
    person: streamer,
    first: gameStep,
    between: fc.oneof(gameStep, gameAgain, snapshot, undo, handover),
    isTakenBack: fc.boolean(),
  })
  .map(({ person, first, between, isTakenBack }): Step[] => [
    { ...first, by: { person } },
    { kind: 'leave out', of: { person }, back: 0 },
    between,
    ...(isTakenBack ? [{ kind: 'count again', of: { person }, back: 0 } as const] : []),
  ])

const minutes = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 2, arbitrary: fc.integer({ min: 30, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 600, max: 3_000 }) },
)

const runs = fc.oneof(
  { weight: 12, arbitrary: step.map((only) => [only]) },
  { weight: 2, arbitrary: snapshots },
  { weight: 2, arbitrary: toldTwice },
  { weight: 2, arbitrary: handedOver },
  { weight: 2, arbitrary: waiting },
  { weight: 1, arbitrary: sentToBoth },
  { weight: 2, arbitrary: taken },
  { weight: 2, arbitrary: renamedAndTaken },
  { weight: 1, arbitrary: thereAndBack },
  { weight: 2, arbitrary: leftOut },
)

/** Random histories of 5 to 25 steps. */
export const histories: fc.Arbitrary<History> = fc
  .array(fc.record({ run: runs, minutes, isCompared: fc.constantFrom(true, false, false) }), {
    minLength: 5,
    maxLength: 14,
    size: 'max',
  })
  .map((all) =>
    all.flatMap(({ run, ...timed }) => run.map((step) => ({ ...timed, step }))).slice(0, LONGEST),
  )
