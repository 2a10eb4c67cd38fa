/**
 * The events of a history as plain lists: sign-ins, uploads, and what counts. numbers.ts calculates all numbers
 * from them.
 */

/** Null means unknown, which is not 0. */
export type Known = number | null

export interface Racer {
  platform: string
  login: string
}

export interface Result extends Racer {
  position: number
  points: Known
  eliminated: boolean
  kills: Known
  damage: Known
  /** In a race, the time until the finish or the elimination. */
  seconds: Known
}

export type Mode = 'race' | 'royale' | 'tilt'

/** A game with the contents of one kind of file. */
export interface GameInFile {
  mode: Mode
  source: 'game file' | 'legacy file' | 'day log'
  /** Unique within its channel and mode. */
  key: string
  isRankable: boolean
  finishedAt: Date
  season: number
  /** Its map's name. */
  map: string | null
  results: readonly Result[]
}

export interface StoredGame extends GameInFile {
  id: number
  /** Its number in answers, while an admin leaves it out; then it is not rankable. */
  leftOutAs?: number | null
}

export interface SnapshotRacer {
  login: string
  racePoints: Known
  raceWins: Known
  races: Known
  royalePoints: Known
  royaleWins: Known
  royales: Known
  crownWins: Known
  kills: Known
}

/** The contents of a snapshot's files. */
export interface MadeSnapshot {
  season: number
  /** YYYY-MM-DD. */
  marbleDay: string
  /** The points in streamerData. */
  points: number
  games: number
  raceHigh: Known
  royaleHigh: Known
  /** In order of login. */
  racers: readonly SnapshotRacer[]
}

export interface Snapshot extends MadeSnapshot {
  /** Snapshots with equal content are the same. */
  content: string
  receivedAt: Date
}

export interface StoredSnapshot extends Snapshot {
  /** A snapshot that an admin puts back gets a new id. */
  id: number
}

export interface SeasonOfChannel {
  /** Oldest first. */
  stored: StoredSnapshot[]
  /** Null if the season is the sum of its games. */
  counting: Snapshot | null
}

export interface Channel {
  login: string
  /** Null if it waits for its streamer. */
  owner: string | null
  handedOverAt: Date | null
  games: StoredGame[]
  seasons: Map<number, SeasonOfChannel>
}

export interface Receipt {
  id: number
  channel: Channel
  outcome: 'stored' | 'duplicate' | 'stale'
  isUndone: boolean
  receivedAt: Date
  /** The games that it stored. Null for a snapshot, or if nothing was new. */
  gameIds: readonly number[] | null
  isImport: boolean
  snapshot: Snapshot | null
  /** Whether the snapshot was stored or kept. */
  isTaken: boolean
}

export interface LoginPeriod {
  person: string
  login: string
  /** Null means no limit. */
  firstSeason: number | null
  lastSeason: number | null
  startedAt: Date | null
  endedAt: Date | null
}

export interface World {
  /** The last season is the current one. */
  seasonStarts: { season: number; since: Date }[]
  /** The current login of each person who has signed in. */
  logins: Map<string, string>
  periods: LoginPeriod[]
  /** Oldest first. */
  channels: Channel[]
  receipts: Receipt[]
  lastId: number
}

export const emptyWorld = (): World => ({
  seasonStarts: [],
  logins: new Map(),
  periods: [],
  channels: [],
  receipts: [],
  lastId: 0,
})

export function nextId(world: World): number {
  world.lastId += 1
  return world.lastId
}

export function currentSeason({ seasonStarts }: World): number {
  return seasonStarts.at(-1)?.season ?? 0
}

export function seasonAt({ seasonStarts }: World, instant: Date): number {
  return seasonStarts.findLast(({ since }) => since <= instant)?.season ?? 0
}

/** The person who has the login now. */
export function ownerOf({ periods }: World, login: string): string | null {
  return periods.find((it) => it.login === login && it.endedAt === null)?.person ?? null
}

export function channelOf({ channels }: World, person: string): Channel | null {
  return channels.find(({ owner }) => owner === person) ?? null
}

export function waitingChannel({ channels }: World, login: string): Channel | null {
  return channels.find((it) => it.owner === null && it.login === login) ?? null
}

/** If several channels have the name, the one of its current owner, otherwise the newest. */
export function channelCalled(world: World, login: string): Channel | null {
  const called = world.channels.filter((it) => it.login === login)
  const owner = ownerOf(world, login)
  return called.find((it) => it.owner !== null && it.owner === owner) ?? called.at(-1) ?? null
}

export function addChannel(world: World, login: string, owner: string | null): Channel {
  const channel: Channel = { login, owner, handedOverAt: null, games: [], seasons: new Map() }
  world.channels.push(channel)
  return channel
}

export function seasonOf(channel: Channel, season: number): SeasonOfChannel {
  return channel.seasons.get(season) ?? { stored: [], counting: null }
}

/** The season of a channel, which the caller may change. */
export function openSeason(channel: Channel, season: number): SeasonOfChannel {
  const found = seasonOf(channel, season)
  channel.seasons.set(season, found)
  return found
}

export const channelNames = ({ channels }: World): string[] => [
  ...new Set(channels.map(({ login }) => login)),
]

/** Compares by code points. Sorting keeps the older of equal channels first. */
export const compareLogins = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
