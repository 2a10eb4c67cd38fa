/** Makes the files of games in the form in which the game writes them (SchemaVersion 4), from a seed. */
import { createHash } from 'node:crypto'
import type { SeededRandom } from './seeded-random.ts'

const CRLF = '\r\n'
const RACE_HEADER =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
const ROYALE_HEADER =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SurvivalTimeSeconds,Eliminated,MatchKills,MatchDamageDealt,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal'
const SUMMARY_HEADER =
  'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername'
const TILT_HEADER =
  'SnapshotId,Username,DisplayName,Platform,NameColorHex,Position,TimeOnBoardSeconds,LevelPointsEarned,Eliminated'
const TILT_LEVEL_HEADER =
  'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,Level,Difficulty,LevelDurationSeconds,LevelPassed,PlayerCount,FinishedCount,EliminatedCount,TopTilteePlatform,TopTilteeUsername,StandardPointsPerFinisher,ExpertiseEarned,TotalExpertise,LiveStreamActive'
const MAPS = [
  'Canyon Run',
  'Funnel Falls',
  'Spiral Steps',
  'Glass Garden',
  'Old Quarry',
  'Ice Rink',
]
const CHECKPOINTS = 4

export interface MadeGameFiles {
  raceData: string
  checkpointData: string
  summaryData: string
}

export interface Entrant {
  login: string
  /** If missing, the login. */
  displayName?: string
  /** The higher it is, the more often the racer is in front. */
  skill: number
}

export function makeGame(
  random: SeededRandom,
  {
    mode,
    entrants,
    finishedAt,
    map,
  }: {
    mode: 'race' | 'royale'
    entrants: readonly Entrant[]
    finishedAt: Date
    /** If missing, any of them. */
    map?: string | undefined
  },
): MadeGameFiles {
  const order = inOrder(random, entrants)
  const id = snapshotId(mode, { finishedAt, order })
  const finishers = mode === 'royale' ? 1 : Math.max(1, Math.round(order.length * 0.6))
  const isOut = (index: number) => index >= finishers
  const rows = order.map((racer, index) =>
    mode === 'race'
      ? raceRow(random, { id, racer, index, count: order.length, isOut: isOut(index) })
      : royaleRow(random, { id, racer, index, count: order.length }),
  )
  return {
    raceData: joinLines([mode === 'race' ? RACE_HEADER : ROYALE_HEADER, ...rows]),
    checkpointData: joinLines([
      'Number,Username,DisplayName,NameColorHex',
      ...(mode === 'race'
        ? Array.from({ length: CHECKPOINTS }, (_, number) => {
            const { login, displayName } = random.pick(order)
            return `${number + 1},${login},${displayName},FFFFFFFF`
          })
        : []),
    ]),
    summaryData: joinLines([
      SUMMARY_HEADER,
      [
        4,
        id,
        finishedAt.toISOString(),
        'Final',
        mode === 'race' ? 'Race' : 'Royale',
        'Qualifying',
        map ?? random.pick(MAPS),
        'Pixel by Pixel Studios',
        order.length,
        finishers,
        order.length - finishers,
        'Twitch',
        order[0]?.login,
      ].join(','),
    ]),
  }
}

/** A level that a third of the racers survive, played on a live stream. */
export function makeTiltLevel(
  random: SeededRandom,
  {
    level,
    entrants,
    finishedAt,
  }: { level: number; entrants: readonly Entrant[]; finishedAt: Date },
): Omit<MadeGameFiles, 'checkpointData'> {
  const order = inOrder(random, entrants)
  const id = snapshotId('tilt', { finishedAt, order })
  const survivors = Math.ceil(order.length / 3)
  const points = 12 * level
  const rows = order.map(({ login, displayName }, index) => {
    const isOut = index >= survivors
    const seconds = isOut ? 5 + 30 * random.next() : 40
    return [
      id,
      login,
      displayName,
      'Twitch',
      'FFFFFFFF',
      index + 1,
      seconds.toFixed(6),
      isOut ? 0 : points,
      isOut,
    ].join(',')
  })
  const summary = [
    4,
    id,
    finishedAt.toISOString(),
    'Final',
    'Tilted',
    'Online',
    level,
    Math.ceil(level / 3),
    40,
    survivors >= 3,
    order.length,
    survivors,
    order.length - survivors,
    'Twitch',
    order[0]?.login,
    points,
    survivors,
    survivors * level,
    true,
  ]
  return {
    // The game writes a level's racers in no particular order.
    raceData: joinLines([TILT_HEADER, ...random.shuffled(rows)]),
    summaryData: joinLines([TILT_LEVEL_HEADER, summary.join(',')]),
  }
}

type Racer = Required<Pick<Entrant, 'login' | 'displayName'>>

function inOrder(random: SeededRandom, entrants: readonly Entrant[]): Racer[] {
  return entrants
    .map(({ login, displayName = login, skill }) => ({
      racer: { login, displayName },
      luck: random.next() ** (1 / skill),
    }))
    .sort((a, b) => b.luck - a.luck)
    .map(({ racer }) => racer)
}

interface Place {
  id: string
  racer: Racer
  index: number
  count: number
}

/** The first columns of every row, regardless of the mode. */
const identityCells = ({ id, index, racer }: Place) => [
  id,
  index + 1,
  racer.login,
  racer.displayName,
  'Twitch',
  'FFFFFFFF',
]

function raceRow(random: SeededRandom, { isOut, ...place }: Place & { isOut: boolean }): string {
  const { index, count } = place
  // The last paid place is a quarter of the lobby.
  const paidPlaces = Math.floor(count / 4)
  const points = index < paidPlaces ? Math.round(12 * count * 0.88 ** index) : 0
  const seconds = isOut ? 20 + 60 * random.next() : 75 + index * 0.8 + random.next()
  return [...identityCells(place), points, points, 0, 1, seconds.toFixed(6), isOut].join(',')
}

function royaleRow(random: SeededRandom, place: Place): string {
  const { index, count } = place
  const kills = Math.floor(random.next() ** 2 * Math.max(1, (count - index) / 4))
  const damage = Math.round(kills * 90 + 200 * random.next())
  const seconds = 240 - index * Math.min(3, 200 / count) + random.next()
  const points = index === 0 ? 9 * count : 0
  return [
    ...identityCells(place),
    seconds.toFixed(6),
    index > 0,
    kills,
    damage,
    points,
    points,
    0,
    1,
  ].join(',')
}

function snapshotId(
  mode: string,
  { finishedAt, order }: { finishedAt: Date; order: readonly Racer[] },
): string {
  const logins = order.map(({ login }) => login).join()
  const seed = `${mode} ${finishedAt.toISOString()} ${logins}`
  const hex = createHash('sha256').update(seed).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-')
}

/** Lines as the game and the public companion write them. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => line + CRLF).join('')
}
