/** Whose the rows of a channel's boards are, in the model (docs/scoring.md, Racers). */
import { coversInstant, coversSeason } from './numbers.ts'
import type { Channel, LoginPeriod, Racer, StoredGame, World } from './world.ts'

/** What a board covers. */
export interface Covered {
  isThen: (period: LoginPeriod) => boolean
  isOnBoard: (game: StoredGame) => boolean
  /** Seasons whose owner gains from snapshots, by login. */
  gains?: readonly { login: string; season: number }[]
}

export const coveredSeason = (season: number): Covered => ({
  isThen: (period) => beginsBy(period, season) && season <= (period.lastSeason ?? season),
  isOnBoard: (game) => game.season === season,
})

export const coveredUpTo = (season: number): Covered => ({
  isThen: (period) => beginsBy(period, season),
  isOnBoard: (game) => game.season <= season,
})

/** A login that changes hands in a season has two owners in it, although its snapshot counts for the first. */
const beginsBy = ({ firstSeason }: LoginPeriod, season: number) =>
  firstSeason === null || firstSeason - 1 <= season

export const coveredTime = (
  { from, until }: { from: Date; until: Date },
  gains: NonNullable<Covered['gains']> = [],
): Covered => ({
  isThen: ({ startedAt, endedAt }) =>
    (startedAt === null || startedAt < until) && (endedAt === null || endedAt > from),
  isOnBoard: ({ finishedAt }) => finishedAt >= from && finishedAt < until,
  gains,
})

/** null stands for somebody whom nobody knows. */
type Owner = string | null

export interface RowOwners {
  owners: ReadonlySet<Owner>
  isShared: boolean
  /** Whether the row has nobody's name. */
  isOfOthers: boolean
}

export function ownersOfRow(
  { periods }: World,
  channel: Channel,
  { racer: { platform, login }, covered }: { racer: Racer; covered: Covered },
): RowOwners {
  const all = platform === 'twitch' ? periods.filter((period) => period.login === login) : []
  const last = all.find(({ endedAt }) => endedAt === null) ?? all.toSorted(byEnd).at(-1)
  if (last === undefined || all.every(({ endedAt }) => endedAt === null)) {
    return { owners: new Set([last?.person ?? null]), isShared: false, isOfOthers: false }
  }
  const ownerIn = (isThen: (period: LoginPeriod) => boolean): Owner =>
    all.find(isThen)?.person ?? null
  const owners = new Set<Owner>([
    ...all.filter(covered.isThen).map(({ person }) => person),
    ...channel.games
      .filter((game) => game.isRankable && covered.isOnBoard(game))
      .filter(({ results }) => results.some((it) => it.platform === platform && it.login === login))
      .map(({ finishedAt }) => ownerIn((period) => coversInstant(period, finishedAt))),
    ...(covered.gains ?? [])
      .filter((gain) => gain.login === login)
      .map(({ season }) => ownerIn((period) => coversSeason(period, season))),
  ])
  return {
    owners,
    isShared: owners.size > 1,
    isOfOthers: owners.size > 1 || !owners.has(last.person),
  }
}

const byEnd = (a: LoginPeriod, b: LoginPeriod) =>
  (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0)
