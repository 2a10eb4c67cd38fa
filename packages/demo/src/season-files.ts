import { joinLines } from '@rollcall/formats/testing/make-games'
import type { ChannelSeason } from './simulate-season.ts'

const STREAMER_HEADER =
  'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day'
const VIEWER_HEADER =
  'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'

export interface SeasonFiles {
  streamerData: string
  viewerData: string
}

export function makeSeasonFiles(played: ChannelSeason): SeasonFiles {
  const { channel, season, points, totalGames, raceHighScore, royaleHighScore, marbleDay } = played
  const totals = [channel, season, points, totalGames, raceHighScore, 0, royaleHighScore, 0]
  // The companion never fills the last three columns.
  const rows = played.racers.map((r) => [
    r.login,
    season,
    channel,
    r.racePoints,
    r.raceWins,
    r.races,
    r.royalePoints,
    r.royaleWins,
    r.royales,
    r.crownWins,
    0,
    0,
    0,
  ])
  return {
    streamerData: joinLines([STREAMER_HEADER, [...totals, marbleDay].join(',')]),
    viewerData: joinLines([VIEWER_HEADER, ...rows.map((row) => row.join(','))]),
  }
}
