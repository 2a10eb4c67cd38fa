/** The files of a streamer's nth upload. Every row contains that number, the version, so a mixture would show. */
import { DAY_MS } from '@rollcall/formats/durations'

export const SEASON = 75
/** A season with uploaded games only, without snapshots. */
export const GAMES_SEASON = 74

export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const lines = (all: readonly string[]) => Buffer.from(all.map((line) => `${line}\r\n`).join(''))

/** Between 20 and 419 racers, or 3,000 in every 40th version. Each version has some different racers. */
export function racersIn(version: number): string[] {
  const count = version % 40 === 0 ? 3_000 : 20 + ((version * 137) % 400)
  return Array.from({ length: count }, (_, index) => `racer${(version * 7 + index) % 5_000}`)
}

export function makeEvent(channel: string, version: number): Buffer {
  const heading =
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'
  const rows = racersIn(version).map(
    (racer) => `${racer},${channel},${version},0,1,0,0,0,0,0,0,0,${version}.25`,
  )
  return lines([heading, ...rows])
}

export const resultsIn = (version: number): number => 8 + (version % 30)
export const hitsIn = (version: number): number => 1 + (version % 5)
export const gameId = (channel: string, version: number): string => `${channel}-${version}`

export function makeGame(channel: string, version: number): Record<string, Buffer> {
  const heading =
    'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
  const id = gameId(channel, version)
  const rows = Array.from(
    { length: resultsIn(version) },
    (_, index) =>
      `${id},${index + 1},racer${index},Racer,Twitch,FFFFFFFF,${version},1,1,1,60.5,false`,
  )
  const hits = Array.from(
    { length: hitsIn(version) },
    // No two games of a channel have the same hits, because the second would not count.
    (_, index) => `${version * 10 + index},racer${index},Racer,FFFFFFFF`,
  )
  return {
    raceData: lines([heading, ...rows]),
    checkpointData: lines(['Number,Username,DisplayName,NameColorHex', ...hits]),
  }
}
