/** Random events: the steps that happen in them. */
import { type LeaderboardConfiguration, NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { CountedGame, GameResult } from '@rollcall/scoring/games'
import fc from 'fast-check'

export const STREAMERS = 3
/** The earliest and the latest day of games, counted from the first day of the event. */
export const DAYS = { first: -1, last: 4 }

/** Racers whose names differ in ways that sorting could get wrong. */
const RACERS = [
  ...['ada', 'bea', 'cem', 'dee', 'Ａda'.toLowerCase(), '🏁flag', 'über', 'zoë'].map((login) => ({
    platform: 'twitch',
    login,
  })),
  { platform: 'youtube', login: 'ada' },
  { platform: 'kick', login: 'ada' },
  { platform: 'tiktok', login: 'bea' },
  { platform: 'twitch', login: 'ada (kick' },
]

/** A game, with its end in hours after the start of the event's first day. */
export interface PlayedGame extends CountedGame {
  hours: number
  isRankable: boolean
}

/** A racer's line in an event file. Companions write Twitch racers only. */
export interface FileRow {
  login: string
  points: number
  wins: number
  games: number
}

export type Step =
  | { do: 'play'; streamer: number; games: PlayedGame[] }
  | { do: 'forget games'; streamer: number }
  | { do: 'upload'; streamer: number; rows: FileRow[] }
  | { do: 'hand over'; streamer: number; isOn: boolean }
  | { do: 'configure'; configuration: LeaderboardConfiguration }
  | { do: 'move the end'; lastDay: number }
  | { do: 'change the participants'; count: number }
  | { do: 'wait'; days: number }

const points = fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 4)
const few = fc.integer({ min: 0, max: 3 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 })
const streamer = fc.integer({ min: 0, max: STREAMERS - 1 })
const day = fc.integer({ min: 0, max: DAYS.last - 1 })

export const configurations: fc.Arbitrary<LeaderboardConfiguration> = fc
  .record({
    positions: fc
      .array(points, { minLength: 1, maxLength: 4 })
      .map((all) => all.map((each, index) => ({ position: index + 1, points: each }))),
    participationPoints: points,
    brKillPoints: points,
    damagePoints: fc.constantFrom(0, 0.01, 0.25),
    crownWinPoints: points,
    tiltLevelSurvivedPoints: points,
    tiltTopTilteePoints: points,
    checkpointPoints: points,
    givePositionPointsOnDNF: fc.boolean(),
    gameModes: fc
      .record({ racing: fc.boolean(), battleRoyale: fc.boolean(), tilted: fc.boolean() })
      .filter((modes) => Object.values(modes).some(Boolean)),
  })
  .map((rules) => ({ ...NEW_CONFIGURATION, name: 'Random', ...rules }))

const result: fc.Arbitrary<Omit<GameResult, 'platform' | 'login'>> = fc.record({
  position: maybe(fc.integer({ min: 1, max: 5 })),
  points: maybe(fc.integer({ min: 0, max: 900 })),
  eliminated: fc.boolean(),
  kills: maybe(few),
  damage: maybe(fc.integer({ min: 0, max: 900 })),
  isTopTiltee: fc.boolean(),
})

const game: fc.Arbitrary<PlayedGame> = fc
  .record({
    mode: fc.constantFrom('race', 'royale', 'tilt'),
    racers: fc.subarray(RACERS),
    results: fc.array(result, { minLength: RACERS.length, maxLength: RACERS.length }),
    hits: fc.subarray(RACERS),
    hours: fc.integer({ min: 24 * DAYS.first, max: 24 * DAYS.last }),
    isRankable: fc.constantFrom(true, true, true, false),
    playerCount: fc.constantFrom(3, 12),
  })
  .map(({ racers, results, hits, ...facts }) => ({
    ...facts,
    results: racers.flatMap((racer, index) => {
      const found = results[index]
      return found === undefined ? [] : { ...racer, ...found }
    }),
    checkpointHits:
      facts.mode === 'race' ? hits.map((racer, number) => ({ ...racer, number: number + 1 })) : [],
  }))

/** Lines of an event file: sometimes more than fit on one page. */
const fileRows: fc.Arbitrary<FileRow[]> = fc
  .record({
    known: fc.subarray(
      RACERS.filter(({ platform }) => platform === 'twitch').map(({ login }) => login),
    ),
    strangers: fc.constantFrom(0, 2, 130),
    points: fc.array(points, { minLength: 5, maxLength: 5 }),
    wins: few,
  })
  .map(({ known, strangers, points, wins }) =>
    [...known, ...Array.from({ length: strangers }, (_, index) => `stranger_${index}`)].map(
      (login, index) => ({
        login,
        points: points[index % points.length] ?? 0,
        wins: index % 2 === 0 ? wins : 0,
        games: 3 + (index % 3),
      }),
    ),
  )

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('play'),
      streamer,
      games: fc.array(game, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('upload'), streamer, rows: fileRows }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget games'), streamer }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hand over'), streamer, isOn: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('configure'), configuration: configurations }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move the end'), lastDay: day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change the participants'),
      count: fc.integer({ min: 1, max: STREAMERS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 2 }) }),
  },
) as fc.Arbitrary<Step>

export interface RandomEvent {
  configuration: LeaderboardConfiguration
  streamers: number
  steps: Step[]
}

export const events: fc.Arbitrary<RandomEvent> = fc.record({
  configuration: configurations,
  streamers: fc.integer({ min: 1, max: STREAMERS }),
  steps: fc.array(step, { minLength: 3, maxLength: 8 }),
})
