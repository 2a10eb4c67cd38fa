import { DAY_MS } from '@rollcall/formats/durations'
import { makeRacerNames } from '@rollcall/formats/testing/racer-names'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { type ChannelSeason, type Regular, simulateSeason } from './simulate-season.ts'
import { tieChannels } from './tie-channels.ts'

export interface SampleOptions {
  streamers: readonly string[]
  today: Date
  currentSeason: number
  seed?: string
  /** The number of racers besides the streamers, over all channels and seasons. */
  poolSize?: number
  minGames?: number
  maxGames?: number
}

interface SampleSeasons {
  /** One entry per streamer, without seasons that the channel skipped. */
  channels: { streamer: string; seasons: ChannelSeason[] }[]
}

export const SEASON_DAYS = 32
const DAYS_PLAYED = 18
const SEASONS = 3
const FAVOURITE_WEIGHT = 25

interface Racer {
  login: string
  activity: number
  skill: number
  favourites: ReadonlySet<number>
  isStreamer: boolean
}

interface Channel {
  streamer: string
  index: number
  games: number
  royaleShare: number
  lobby: number
  /** Seasons that the channel skipped, counted back from the current one (0). */
  skipped: ReadonlySet<number>
  isYetToPlay: boolean
}

export function makeSampleSeasons({
  streamers,
  today,
  currentSeason,
  seed = 'rollcall',
  poolSize = 6_000,
  minGames = 100,
  maxGames = 12_000,
}: SampleOptions): SampleSeasons {
  const random = new SeededRandom(seed)
  const channels = makeChannels(random, { streamers, minGames, maxGames })
  const racers = makeRacers(random, { streamers, poolSize })
  const seasons = Array.from({ length: SEASONS }, (_, back) => back)
    .reverse()
    .map((back) => {
      const participating = channels.filter(({ skipped }) => !skipped.has(back))
      const played = participating.map((channel): ChannelSeason => {
        const season = currentSeason - back
        // A seed per channel, so that channels do not affect each other.
        const dice = new SeededRandom(`${seed} ${season} ${channel.streamer}`)
        const plan = planSeason(dice, { channel, racers, back })
        const marbleDay = lastDay(today, back, dice)
        return { channel: channel.streamer, season, marbleDay, ...simulateSeason(dice, plan) }
      })
      return tieChannels(played)
    })
  return {
    channels: channels.map(({ streamer }) => ({
      streamer,
      seasons: seasons.flat().filter(({ channel }) => channel === streamer),
    })),
  }
}

function makeChannels(
  random: SeededRandom,
  {
    streamers,
    minGames,
    maxGames,
  }: { streamers: readonly string[]; minGames: number; maxGames: number },
): Channel[] {
  // From the least to the most active channel, in equal ratios.
  const order = random.shuffled(streamers.map((_, index) => index))
  const growth = (maxGames / minGames) ** (1 / Math.max(1, streamers.length - 1))
  const few = Math.ceil(streamers.length / 20)
  return streamers.map((streamer, index) => {
    const rank = order.indexOf(index)
    const skipped = new Set<number>()
    if (rank % few === 0 && rank < 2 * few) skipped.add(2)
    if (rank >= 2 * few && rank < 3 * few) skipped.add(1)
    if (rank >= 3 * few && rank < 4 * few) skipped.add(0)
    return {
      streamer,
      index,
      games: Math.round(minGames * growth ** rank),
      royaleShare: random.between(0.08, 0.4),
      lobby: Math.round(24 + 43 * Math.sqrt(rank / streamers.length) * random.between(0.3, 1)),
      skipped,
      isYetToPlay: rank === 4 * few,
    }
  })
}

function makeRacers(
  random: SeededRandom,
  { streamers, poolSize }: { streamers: readonly string[]; poolSize: number },
): Racer[] {
  const logins = streamers.map((streamer) => streamer.toLowerCase())
  const indexes = streamers.map((_, index) => index)
  const someChannels = (count: number) => random.shuffled(indexes).slice(0, count)
  const hosts = logins.map((login, index) => ({
    login,
    activity: 4 * random.heavyTailed(0.5),
    skill: random.heavyTailed(0.5),
    favourites: new Set([index, ...someChannels(random.whole(8, 16))]),
    isStreamer: true,
  }))
  const names = makeRacerNames(random, { count: poolSize, taken: logins })
  const guests = names.map((login) => ({
    login,
    activity: random.heavyTailed(1),
    skill: random.heavyTailed(0.6),
    favourites: new Set(someChannels(random.whole(1, 6))),
    isStreamer: false,
  }))
  return [...hosts, ...guests]
}

function planSeason(
  random: SeededRandom,
  { channel, racers, back }: { channel: Channel; racers: readonly Racer[]; back: number },
) {
  const share = random.between(0.65, 1) * (back === 0 ? DAYS_PLAYED / SEASON_DAYS : 1)
  const isYetToPlay = back === 0 && channel.isYetToPlay
  const games = isYetToPlay ? 0 : Math.max(1, Math.round(channel.games * share))
  const royales = Math.round(games * channel.royaleShare)
  const visitors = Math.min(racers.length, Math.round(17 * games ** 0.46))
  return {
    races: games - royales,
    royales,
    lobby: Math.min(channel.lobby, Math.max(4, Math.round(visitors * 0.6))),
    regulars: isYetToPlay ? [] : chooseRegulars(random, { channel, racers, count: visitors }),
  }
}

/** Chooses by weight, nobody twice; streamers always race in their favourite channels. */
function chooseRegulars(
  random: SeededRandom,
  { channel, racers, count }: { channel: Channel; racers: readonly Racer[]; count: number },
): Regular[] {
  return racers
    .map((racer) => {
      const isFavourite = racer.favourites.has(channel.index)
      const fondness = isFavourite ? FAVOURITE_WEIGHT : 1
      const key = Math.log(1 - random.next()) / (racer.activity * fondness)
      return { racer, fondness, key: isFavourite && racer.isStreamer ? 0 : key }
    })
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ racer: { login, activity, skill }, fondness }) => ({
      login,
      activity: activity * Math.sqrt(fondness) * random.heavyTailed(0.6),
      skill: skill * random.heavyTailed(0.2),
    }))
}

/** The last day of the season or the day before it; in the current season, today or yesterday. */
function lastDay(today: Date, back: number, random: SeededRandom): string {
  const day = new Date(today.getTime() - (lastDayOfSeason(back) + random.whole(0, 1)) * DAY_MS)
  return day.toISOString().slice(0, 10)
}

/** How many days ago a season ended, counted back from the current one (0). */
export function lastDayOfSeason(back: number): number {
  return back === 0 ? 0 : DAYS_PLAYED + 1 + (back - 1) * (SEASON_DAYS + 1)
}
