/** Files of a history's games and snapshots, as the game and the public companion write them. */
import { HOUR_MS } from '@rollcall/formats/durations'
import type { SeasonFiles } from '../helpers/season-files.ts'
import type { Sender } from './history.ts'
import type { MadeSnapshot, Mode, Result } from './world.ts'

export interface PlayedGame {
  /** Who sent it first. */
  by: Sender
  mode: Mode
  snapshotId: string
  /** Known only from a summary, and not in tilt. */
  map: string
  results: readonly Result[]
  finishedAt: Date
  files: 'with summary' | 'without summary' | 'legacy'
  isPractice: boolean
}

const file = (rows: readonly (readonly unknown[])[]) =>
  Buffer.from(rows.map((row) => `${row.map((cell) => cell ?? '').join(',')}\r\n`).join(''))

const platformName = (platform: string) => (platform === 'twitch' ? 'Twitch' : 'Kick')
const secondsOf = ({ position, seconds }: Result) => seconds ?? 60 + position

/** The game's own files. The field `finishedAt` has the time if they lack it. */
export function gameFiles(game: PlayedGame): {
  files: Record<string, Buffer>
  fields: Record<string, string>
} {
  const raceData = file(game.files === 'legacy' ? legacyRows(game) : v4Rows(game))
  const fields = { finishedAt: game.finishedAt.toISOString() }
  return game.files === 'with summary'
    ? { files: { raceData, summaryData: file(summaryRows(game)) }, fields: {} }
    : { files: { raceData }, fields }
}

function v4Rows({ mode, snapshotId, results }: PlayedGame): unknown[][] {
  const row = {
    race: (it: Result) => [
      ...[snapshotId, it.position, it.login, it.login, platformName(it.platform), 'FFFFFFFF'],
      ...[it.points, 1, 0, 1, secondsOf(it), it.eliminated],
    ],
    royale: (it: Result) => [
      ...[snapshotId, it.position, it.login, it.login, platformName(it.platform), 'FFFFFFFF'],
      ...[secondsOf(it), it.eliminated, it.kills, it.damage, it.points, 1, 0, 1],
    ],
    tilt: (it: Result) => [
      ...[snapshotId, it.login, it.login, platformName(it.platform), 'FFFFFFFF'],
      ...[it.position, secondsOf(it), it.points, it.eliminated],
    ],
  }[mode]
  const headings = {
    race: 'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated',
    royale:
      'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SurvivalTimeSeconds,Eliminated,MatchKills,MatchDamageDealt,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal',
    tilt: 'SnapshotId,Username,DisplayName,Platform,NameColorHex,Position,TimeOnBoardSeconds,LevelPointsEarned,Eliminated',
  }[mode]
  return [[headings], ...results.map(row)]
}

function legacyRows({ mode, results }: PlayedGame): unknown[][] {
  const isRace = mode === 'race'
  const headings = isRace
    ? 'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated'
    : 'Position,Username,DisplayName,NameColor,PointsEarned,Eliminated,Eliminations,DamageDealt'
  return [
    [headings],
    ...results.map((it) => [
      ...[it.position, it.login, it.login, 'FFFFFF', it.points],
      ...(isRace ? [secondsOf(it), it.eliminated] : [it.eliminated, it.kills, it.damage]),
    ]),
  ]
}

function summaryRows({
  mode,
  snapshotId,
  map,
  results,
  finishedAt,
  isPractice,
}: PlayedGame): unknown[][] {
  const count = results.length
  const begin = [4, snapshotId, finishedAt.toISOString(), 'Final']
  return mode === 'tilt'
    ? [
        [
          'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,Level,Difficulty,LevelDurationSeconds,LevelPassed,PlayerCount,FinishedCount,EliminatedCount,TopTilteePlatform,TopTilteeUsername,StandardPointsPerFinisher,ExpertiseEarned,TotalExpertise,LiveStreamActive',
        ],
        [...begin, 'Tilt', 'Online', 3, 1, 90, true, count, count, 0, '', '', 5, 1, 1, !isPractice],
      ]
    : [
        [
          'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername',
        ],
        [
          ...[...begin, mode === 'race' ? 'Race' : 'Royale'],
          ...[isPractice ? 'Simulation' : 'Qualifying', map, 'Somebody', count, count, 0],
          ...['Twitch', results[0]?.login],
        ],
      ]
}

const EASTERN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The time stamp in a day log: Eastern time minus 12 hours. */
export function logStamp(instant: Date): string {
  const eastern = new Date(`${EASTERN.format(instant).replace(' ', 'T')}Z`)
  return new Date(eastern.getTime() - 12 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The instant that a time stamp is read as. In the hour that autumn has twice, it is the first. */
export function loggedAt(instant: Date): Date {
  const hourBefore = new Date(instant.getTime() - HOUR_MS)
  return logStamp(hourBefore) === logStamp(instant) ? hourBefore : instant
}

/** A day log has races and royales only, and no platforms. */
export const isLoggable = ({ mode, results }: PlayedGame): boolean =>
  mode !== 'tilt' && results.every(({ platform }) => platform === 'twitch')

/** A day log as the companion writes it, with 0 for unknown numbers. */
export function dayLog(games: readonly PlayedGame[]): Buffer {
  return file(
    games.flatMap(({ mode, results, finishedAt }) =>
      results.map((it) => [
        ...[it.position, it.login, it.login, it.points ?? 0, mode === 'race' ? 'Race' : 'BR'],
        ...[
          logStamp(finishedAt),
          results.length,
          it.eliminated,
          it.kills ?? 0,
          it.damage ?? 0,
          '[]',
        ],
        ...(mode === 'race' ? [0] : []),
      ]),
    ),
  )
}

export function seasonFiles(snapshot: MadeSnapshot, channel: string): SeasonFiles {
  const { season, marbleDay, points, games, raceHigh, royaleHigh, racers } = snapshot
  return {
    streamerData: file([
      ['channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day'],
      [channel, season, points, games, raceHigh, 0, royaleHigh, 0, marbleDay],
    ]),
    viewerData: file([
      [
        'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations',
      ],
      ...racers.map((it) => [
        ...[it.login, season, channel, it.racePoints, it.raceWins, it.races],
        ...[it.royalePoints, it.royaleWins, it.royales, it.crownWins, it.kills ?? 0, 0, 0],
      ]),
    ]),
  }
}
