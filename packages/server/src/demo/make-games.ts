/** Files of games as the game writes them (SchemaVersion 4), made from a seed. */
import { createHash } from 'node:crypto'
import type { SeededRandom } from './seeded-random.ts'

const CRLF = '\r\n'
const RACE_HEADER =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
const ROYALE_HEADER =
  'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SurvivalTimeSeconds,Eliminated,MatchKills,MatchDamageDealt,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal'
const SUMMARY_HEADER =
  'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername'
const MAPS = [
  'Canyon Run',
  'Funnel Falls',
  'Spiral Steps',
  'Glass Garden',
  'Old Quarry',
  'Ice Rink',
]
const CHECKPOINTS = 4

export interface GameFiles {
  raceData: string
  checkpointData: string
  summaryData: string
}

export interface Entrant {
  login: string
  /** Higher: more often in front. */
  skill: number
}

export function makeGame(
  random: SeededRandom,
  {
    mode,
    entrants,
    finishedAt,
  }: { mode: 'race' | 'royale'; entrants: readonly Entrant[]; finishedAt: Date },
): GameFiles {
  const order = entrants
    .map(({ login, skill }) => ({ login, luck: random.next() ** (1 / skill) }))
    .sort((a, b) => b.luck - a.luck)
    .map(({ login }) => login)
  const id = snapshotId(`${mode} ${finishedAt.toISOString()} ${order.join()}`)
  const finishers = mode === 'royale' ? 1 : Math.max(1, Math.round(order.length * 0.6))
  const isOut = (index: number) => index >= finishers
  const rows = order.map((login, index) =>
    mode === 'race'
      ? raceRow(random, { id, login, index, count: order.length, isOut: isOut(index) })
      : royaleRow(random, { id, login, index, count: order.length }),
  )
  return {
    raceData: linesOf([mode === 'race' ? RACE_HEADER : ROYALE_HEADER, ...rows]),
    checkpointData: linesOf([
      'Number,Username,DisplayName,NameColorHex',
      ...(mode === 'race'
        ? Array.from({ length: CHECKPOINTS }, (_, number) => {
            const login = random.pick(order)
            return `${number + 1},${login},${login},FFFFFFFF`
          })
        : []),
    ]),
    summaryData: linesOf([
      SUMMARY_HEADER,
      [
        4,
        id,
        finishedAt.toISOString(),
        'Final',
        mode === 'race' ? 'Race' : 'Royale',
        'Qualifying',
        random.pick(MAPS),
        'Pixel by Pixel Studios',
        order.length,
        finishers,
        order.length - finishers,
        'Twitch',
        order[0],
      ].join(','),
    ]),
  }
}

interface Place {
  id: string
  login: string
  index: number
  count: number
}

function raceRow(
  random: SeededRandom,
  { id, login, index, count, isOut }: Place & { isOut: boolean },
): string {
  // The last paid place is a quarter of the lobby.
  const paidPlaces = Math.floor(count / 4)
  const points = index < paidPlaces ? Math.round(12 * count * 0.88 ** index) : 0
  const seconds = isOut ? 20 + 60 * random.next() : 75 + index * 0.8 + random.next()
  return [
    id,
    index + 1,
    login,
    login,
    'Twitch',
    'FFFFFFFF',
    points,
    points,
    0,
    1,
    seconds.toFixed(6),
    isOut,
  ].join(',')
}

function royaleRow(random: SeededRandom, { id, login, index, count }: Place): string {
  const kills = Math.floor(random.next() ** 2 * Math.max(1, (count - index) / 4))
  const damage = Math.round(kills * 90 + 200 * random.next())
  const seconds = 240 - index * 3 + random.next()
  const points = index === 0 ? 9 * count : 0
  return [
    id,
    index + 1,
    login,
    login,
    'Twitch',
    'FFFFFFFF',
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

function snapshotId(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-')
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => line + CRLF).join('')
}
