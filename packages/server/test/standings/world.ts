/**
 * What has happened in a history, as plain lists: who signed in, what is uploaded, and what counts. All numbers
 * are worked out from these lists anew (numbers.ts); nothing here is a sum.
 */

/** Null is unknown, never 0. */
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
}

export type Mode = 'race' | 'royale' | 'tilt'

/** A game as one kind of file has it. */
export interface GameInFile {
  mode: Mode
  source: 'game file' | 'legacy file' | 'day log'
  /** Within its channel and mode. */
  key: string
  isRankable: boolean
  finishedAt: Date
  season: number
  results: readonly Result[]
}

export interface StoredGame extends GameInFile {
  id: number
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

/** What the files of a snapshot say. */
export interface MadeSnapshot {
  season: number
  /** YYYY-MM-DD. */
  marbleDay: string
  /** Those of streamerData. */
  points: number
  games: number
  raceHigh: Known
  royaleHigh: Known
  /** By login. */
  racers: readonly SnapshotRacer[]
}

export interface Snapshot extends MadeSnapshot {
  /** Two with equal content are the same snapshot. */
  content: string
  receivedAt: Date
}

export interface StoredSnapshot extends Snapshot {
  /** One that an admin puts back gets a new one. */
  id: number
}

export interface SeasonOfChannel {
  /** The newest last. */
  stored: StoredSnapshot[]
  /** Null: the season is the sum of its games. */
  counting: Snapshot | null
}

export interface Channel {
  login: string
  /** Null: it waits for its streamer. */
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
  /** The games that it stored; null: a snapshot, or nothing new. */
  gameIds: readonly number[] | null
  isImport: boolean
  snapshot: Snapshot | null
  /** The snapshot was stored or kept. */
  isTaken: boolean
}

export interface LoginPeriod {
  person: string
  login: string
  /** Null: from the first season on, or up to the last. */
  firstSeason: number | null
  lastSeason: number | null
  startedAt: Date | null
  endedAt: Date | null
}

export interface World {
  /** The last one is current. */
  seasonStarts: { season: number; since: Date }[]
  /** The present login of each person who has signed in. */
  logins: Map<string, string>
  periods: LoginPeriod[]
  /** The oldest first. */
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

/** Who has the login now. */
export function ownerOf({ periods }: World, login: string): string | null {
  return periods.find((it) => it.login === login && it.endedAt === null)?.person ?? null
}

export function channelOf({ channels }: World, person: string): Channel | null {
  return channels.find(({ owner }) => owner === person) ?? null
}

export function waitingChannel({ channels }: World, login: string): Channel | null {
  return channels.find((it) => it.owner === null && it.login === login) ?? null
}

/** Of several channels of one name that of its present owner, else the newest. */
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

/** To be changed by the caller. */
export function openSeason(channel: Channel, season: number): SeasonOfChannel {
  const found = seasonOf(channel, season)
  channel.seasons.set(season, found)
  return found
}

export const channelNames = ({ channels }: World): string[] => [
  ...new Set(channels.map(({ login }) => login)),
]

/** By code points; lists keep the older of equal ones first. */
export const compareLogins = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
