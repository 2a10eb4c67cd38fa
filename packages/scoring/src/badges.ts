/**
 * What racers have earned with their games. A badge depends only on the games, so it disappears with them.
 * docs/scoring.md, Badges.
 */
import type { GameMode } from './games.ts'
import { dayAfter, type Run } from './streaks.ts'

/** A rankable race or royale that everybody may see. */
export interface PlayedGame {
  gameId: number
  /** The marble day on which it finished, YYYY-MM-DD. */
  day: string
  mode: Exclude<GameMode, 'tilt'>
  /** From 1. */
  place: number
  eliminated: boolean
  /** Marbles in the game. */
  field: number
  /** Only in royales; null if unknown. */
  kills: number | null
}

export const GAME_BADGES = [
  'first-win',
  'races-100',
  'races-1000',
  'large-field-win',
  'five-kills',
  'cycle',
  'seven-days',
] as const
export type GameBadgeKey = (typeof GAME_BADGES)[number]

/** Badges for being ahead of others, so that another racer's game can end them. A racer can have several of each. */
export const TITLE_BADGES = [
  'season-champion',
  'league-champion',
  'event-winner',
  'record-holder',
] as const
export type TitleBadgeKey = (typeof TITLE_BADGES)[number]

export type BadgeKey = GameBadgeKey | TitleBadgeKey

/** Increase it with every change to what earns a badge. Past games are then checked again. */
export const BADGES_VERSION = 1

const LARGE_FIELD = 200
const MANY_KILLS = 5
/** A cycle is a finished race in each place from 1 to this one. */
const CYCLE_PLACES = 10
const DAYS_IN_A_ROW = 7

export interface EarnedBadge {
  key: GameBadgeKey
  /** The game that earned it. */
  gameId: number
  facts: GameBadgeFacts
}

/** The facts of a badge, besides its game. */
export interface GameBadgeFacts {
  /** `large-field-win`: the marbles in the game. */
  field?: number
  /** `five-kills`: the kills in the game. */
  kills?: number
  /** `seven-days`: the first of the days, YYYY-MM-DD. */
  firstDay?: string
}

/** The columns of the board of a season's streamers. The first of each column is a champion. */
export const CHAMPION_COLUMNS = [
  'points',
  'games',
  'points-per-game',
  'race-high-score',
  'royale-high-score',
] as const
export type ChampionColumn = (typeof CHAMPION_COLUMNS)[number]

/** The facts of any badge. For a title, what it is for. */
export interface BadgeFacts extends GameBadgeFacts {
  season?: number
  /** The column of a `season-champion` among streamers; missing for the racer with the most points on a channel. */
  column?: ChampionColumn
  channelId?: number
  eventId?: number
  seriesId?: number
  /** Of a `league-champion`: the team that was first; missing for a row that was. */
  teamId?: number
  mapId?: number
  /** What the first one had: points, or what the column counts. */
  value?: number
  /** The time of a record, in microseconds. */
  timeUs?: number
}

/** What a racer's games add up to so far: everything that later games need to know about earlier ones. */
export interface BadgeProgress {
  races: number
  /** The places of a cycle in which the racer has not finished a race. */
  missingPlaces: readonly number[]
  /** The days in a row up to the day of the last game; null without games. */
  run: Run | null
  /** In the order of earning. */
  earned: readonly EarnedBadge[]
}

export const NO_PROGRESS: BadgeProgress = {
  races: 0,
  missingPlaces: Array.from({ length: CYCLE_PLACES }, (_, index) => index + 1),
  run: null,
  earned: [],
}

type SoFar = Omit<BadgeProgress, 'earned'>

/** The badge's facts if the latest game earns it, otherwise null. */
type Definition = (game: PlayedGame, soFar: SoFar) => GameBadgeFacts | null

const DEFINITIONS: Readonly<Record<GameBadgeKey, Definition>> = {
  'first-win': (game) => (isWin(game) ? {} : null),
  'races-100': (_, { races }) => (races >= 100 ? {} : null),
  'races-1000': (_, { races }) => (races >= 1_000 ? {} : null),
  'large-field-win': (game) =>
    isWin(game) && game.field >= LARGE_FIELD ? { field: game.field } : null,
  'five-kills': ({ kills }) => (kills !== null && kills >= MANY_KILLS ? { kills } : null),
  cycle: (_, { missingPlaces }) => (missingPlaces.length === 0 ? {} : null),
  'seven-days': (_, { run }) =>
    run !== null && run.days >= DAYS_IN_A_ROW ? { firstDay: run.from } : null,
}

/**
 * A racer's progress after more games. It makes no difference whether games are added in portions or at once.
 *
 * @param games played after all games in the progress, the oldest first
 */
export function addToProgress(before: BadgeProgress, games: readonly PlayedGame[]): BadgeProgress {
  let soFar: SoFar = before
  const earned = [...before.earned]
  for (const game of games) {
    soFar = after(soFar, game)
    for (const key of GAME_BADGES) {
      const facts = earned.some((badge) => badge.key === key) ? null : DEFINITIONS[key](game, soFar)
      if (facts !== null) {
        earned.push({ key, gameId: game.gameId, facts })
      }
    }
  }
  const { races, missingPlaces, run } = soFar
  return { races, missingPlaces, run, earned }
}

function after({ races, missingPlaces, run }: SoFar, game: PlayedGame): SoFar {
  const isRace = game.mode === 'race'
  return {
    races: races + (isRace ? 1 : 0),
    missingPlaces:
      isRace && !game.eliminated
        ? missingPlaces.filter((place) => place !== game.place)
        : missingPlaces,
    run: runWith(run, game.day),
  }
}

function runWith(run: Run | null, day: string): Run {
  if (run === null || day > dayAfter(run.to, 1)) {
    return { from: day, to: day, days: 1 }
  }
  return day === run.to ? run : { from: run.from, to: day, days: run.days + 1 }
}

const isWin = ({ place, eliminated }: PlayedGame) => place === 1 && !eliminated
