import { type GameFiles, readGameFiles } from '../game-files.ts'

/** For tests: the game's files with invented racers, and the game that is read from them. */

export const raceHeader =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
export const royaleHeader =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SurvivalTimeSeconds,Eliminated,MatchKills,MatchDamageDealt,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal'
export const legacyHeader =
  'Position,Username,Displayname,NameColor,PointsEarned,FinishTime,Eliminated'
export const legacyRoyaleHeader =
  'Position, Username, Displayname, NameColor, PointsEarned, Eliminated, Eliminations, DamageDealt'
export const summaryHeader =
  'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername'
export const tiltHeader =
  'SnapshotId,Username,DisplayName,Platform,NameColorHex,Position,TimeOnBoardSeconds,LevelPointsEarned,Eliminated'
export const legacyTiltHeader =
  'Username,DisplayName,PointsEarned,TimeOnBoard,LastLevelJoined,TopTiltee'
const levelHeader =
  'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,Level,Difficulty,LevelDurationSeconds,LevelPassed,PlayerCount,FinishedCount,EliminatedCount,TopTilteePlatform,TopTilteeUsername,StandardPointsPerFinisher,ExpertiseEarned,TotalExpertise,LiveStreamActive'
export const legacyLevelHeader =
  'CurrentLevel,ElapsedTime,CurrentTopTiltee,LevelExp,TotalExp,Live,LevelPassed'

export const csv = (...lines: string[]) => Buffer.from([...lines, ''].join('\r\n'))
export const row = (position: number | string, login: string, points: number | string = 5) =>
  `S-1,${position},${login},Name,Twitch,FFFFFFFF,${points},1,1,1,60.5,false`
export const summary = (changes: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    SchemaVersion: '4',
    SnapshotId: 's-1',
    GeneratedAtUtc: '2026-09-14T18:22:07.481Z',
    Status: 'Final',
    GameMode: 'Race',
    SessionType: 'Qualifying',
    PlayerCount: '2',
    ...changes,
  }
  return csv(
    summaryHeader,
    summaryHeader
      .split(',')
      .map((name) => cells[name] ?? '')
      .join(','),
  )
}
export const level = (changes: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    SchemaVersion: '4',
    SnapshotId: 's-1',
    Status: 'Final',
    SessionType: 'Online',
    Level: '3',
    LiveStreamActive: 'true',
    ...changes,
  }
  return csv(
    levelHeader,
    levelHeader
      .split(',')
      .map((name) => cells[name] ?? '')
      .join(','),
  )
}
export const twoRacers = csv(raceHeader, row(1, 'a'), row(2, 'b'))
export const read = (raceData: Uint8Array, more: Partial<GameFiles> = {}) =>
  readGameFiles({ raceData, checkpointData: null, ...more })
export const withSummary = (changes?: Record<string, string>, raceData: Uint8Array = twoRacers) =>
  read(raceData, { summaryData: summary(changes) })
export const tiltRow = (
  login: string,
  position: number | string = '',
  points: number | string = 5,
) => `s-1,${login},Name,Twitch,FFFFFFFF,${position},1.5,${points},false`
