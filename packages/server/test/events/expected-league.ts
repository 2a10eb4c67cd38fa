/**
 * Recomputes the table of a league in the plainest way from stored event results, as docs/scoring.md, Leagues, has it. It
 * shares no code with the server's. Points are whole hundredths.
 */
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { Db } from '../../src/platform/database/schema.ts'

/** What a login has in a round, or a hidden racer on a channel on which they first raced after hiding. */
export interface Entry {
  login: string
  laterChannel: number | null
  points: number
  adjustment: number
  isOut: boolean
  games: number
  /** In games, if the round has no snapshots. */
  places: readonly Place[]
}

interface Place {
  at: number
  game: number
  first: number
  last: number
  rows: number
}

export interface PlayedRound {
  startsAt: Date
  endsAt: Date
  multiplier: number
  entries: readonly Entry[]
}

/** Who owned logins when, and who hides their name. */
export interface People {
  periods: readonly { login: string; userId: number; from: Date | null; until: Date | null }[]
  hiddenLogins: ReadonlySet<string>
  hidingUsers: ReadonlySet<number>
  /** The present login of each user. */
  loginOf: ReadonlyMap<number, string>
}

interface ExpectedCell {
  rank: number | null
  value: number
  isDropped: boolean
  isDisqualified: boolean
}

export interface ExpectedRow {
  name: string
  rank: number | null
  total: number
  rounds: number
  cells: ExpectedCell[]
}

const hundredths = (points: number) => Math.round(points * 100)
const halfUp = (tenThousandths: number) => Math.floor((tenThousandths + 50) / 100)

/** The board of All Streamers of an event with several streamers, from the snapshots and adjustments that are stored. */
export async function readEntries(db: Db, eventId: number): Promise<Entry[]> {
  const stored = await db
    .selectFrom('event_racers as row')
    .innerJoin('racers as racer', 'racer.id', 'row.racer_id')
    .innerJoin('channels as channel', 'channel.id', 'row.channel_id')
    .innerJoin('event_participants as participant', (join) =>
      join
        .onRef('participant.user_id', '=', 'channel.user_id')
        .onRef('participant.event_id', '=', 'row.event_id'),
    )
    .select(['racer.login', 'row.channel_id', 'row.event_points'])
    .select(['row.race_games', 'row.royale_games'])
    .where('row.event_id', '=', eventId)
    .execute()
  const hidden = await db.selectFrom('hidden_racers').select(['login', 'number']).execute()
  const before = await db.selectFrom('raced_before_hiding').selectAll().execute()
  const entries = new Map<string, Entry>()
  const isLater = (login: string, channelId: number) => {
    const secret = hidden.find((each) => each.login === login)
    return (
      secret !== undefined &&
      !before.some((each) => each.number === secret.number && each.channel_id === channelId)
    )
  }
  for (const { login, channel_id, event_points, race_games, royale_games } of stored) {
    const laterChannel = isLater(login, channel_id) ? channel_id : null
    const key = `${login} ${laterChannel}`
    const entry = entries.get(key) ?? {
      ...{ login, laterChannel, points: 0, adjustment: 0, isOut: false, games: 0, places: [] },
    }
    entry.points += hundredths(event_points)
    entry.games += (race_games ?? 0) + (royale_games ?? 0)
    entries.set(key, entry)
  }
  await addGames(db, eventId, { entries, isLater })
  const adjustments = await db
    .selectFrom('event_adjustments as adjustment')
    .innerJoin('racers as racer', 'racer.id', 'adjustment.racer_id')
    .select(['racer.login', 'adjustment.kind', 'adjustment.points'])
    .where('adjustment.event_id', '=', eventId)
    .execute()
  for (const { login, kind, points } of adjustments) {
    // Only racers who showed their names were adjusted.
    const entry = entries.get(`${login} null`)
    if (entry === undefined) continue
    if (kind === 'disqualified') entry.isOut = true
    else entry.adjustment += (kind === 'bonus' ? 1 : -1) * hundredths(points ?? 0)
  }
  return [...entries.values()]
}

interface Adding {
  entries: Map<string, Entry>
  isLater: (login: string, channelId: number) => boolean
}

/** The places in games of channels that have no snapshot; nothing here compares the points of these. */
async function addGames(db: Db, eventId: number, { entries, isLater }: Adding): Promise<void> {
  const results = await db
    .selectFrom('game_results as result')
    .innerJoin('games as game', (join) =>
      join
        .onRef('game.channel_id', '=', 'result.channel_id')
        .onRef('game.season', '=', 'result.season')
        .onRef('game.id', '=', 'result.game_id'),
    )
    .innerJoin('channels as channel', 'channel.id', 'game.channel_id')
    .innerJoin('event_participants as participant', 'participant.user_id', 'channel.user_id')
    .innerJoin('events as event', 'event.id', 'participant.event_id')
    .innerJoin('racers as racer', 'racer.id', 'result.racer_id')
    .select(['racer.login', 'game.id', 'game.channel_id', 'game.finished_at', 'result.position'])
    .where('event.id', '=', eventId)
    .whereRef('game.finished_at', '>=', 'event.starts_at')
    .whereRef('game.finished_at', '<', 'event.ends_at')
    .execute()
  for (const { login, id, channel_id, finished_at, position } of results) {
    const inGame = results.filter((other) => other.id === id)
    const better = inGame.filter((other) => (other.position ?? 0) < (position ?? 0)).length
    const equal = inGame.filter((other) => other.position === position).length
    const laterChannel = isLater(login, channel_id) ? channel_id : null
    const key = `${login} ${laterChannel}`
    const entry = entries.get(key) ?? {
      ...{ login, laterChannel, points: 0, adjustment: 0, isOut: false, games: 0, places: [] },
    }
    const place = { at: finished_at.getTime(), game: id, rows: inGame.length }
    const places = [...entry.places, { ...place, first: better + 1, last: better + equal }]
    entries.set(key, { ...entry, games: entry.games + 1, places })
  }
}

export async function readPeople(db: Db): Promise<People> {
  const periods = await db.selectFrom('login_periods').selectAll().execute()
  const hidden = await db.selectFrom('hidden_racers').select('login').execute()
  const users = await db.selectFrom('users').select(['id', 'login', 'hides_name_since']).execute()
  return {
    periods: periods.map(({ login, user_id, started_at, ended_at }) => ({
      ...{ login, userId: user_id, from: started_at, until: ended_at },
    })),
    hiddenLogins: new Set(hidden.map(({ login }) => login)),
    hidingUsers: new Set(
      users.filter(({ hides_name_since }) => hides_name_since !== null).map(({ id }) => id),
    ),
    loginOf: new Map(users.map(({ id, login }) => [id, login])),
  }
}

interface RoundRow {
  name: string
  points: number
  adjustment: number
  isOut: boolean
  games: number
  places: readonly Place[]
}

/** What each row of the league has of a round, by a key that is the same in all rounds. */
function rowsOf({ entries, startsAt, endsAt }: PlayedRound, people: People): Map<string, RoundRow> {
  const rows = new Map<string, RoundRow>()
  for (const { login, laterChannel, ...entry } of entries) {
    const owners = new Set(
      people.periods
        .filter(
          (period) =>
            period.login === login &&
            (period.from === null || period.from < endsAt) &&
            (period.until === null || period.until > startsAt),
        )
        .map(({ userId }) => userId),
    )
    const [owner] = owners
    const isHidden = people.hiddenLogins.has(login)
    const isPerson =
      owner !== undefined && owners.size === 1 && !isHidden && !people.hidingUsers.has(owner)
    const name = isHidden ? 'Hidden racer' : isPerson ? (people.loginOf.get(owner) ?? '') : login
    const key = isHidden
      ? `~ ${login} ${laterChannel}`
      : isPerson
        ? `user ${owner}`
        : `login ${login}`
    const row = rows.get(key)
    if (row === undefined || (row.isOut && !entry.isOut)) {
      rows.set(key, { name, ...entry })
    } else if (!entry.isOut) {
      row.points += entry.points
      row.adjustment += entry.adjustment
      row.games += entry.games
      row.places = [...row.places, ...entry.places]
    }
  }
  return rows
}

interface Result extends ExpectedCell {
  games: number
}

interface Row {
  name: string
  results: Result[]
  total: number
  raced: Result[]
}

/** The rows, ranked ones first. Equal ones are in any order. */
export function expectedTable(
  rounds: readonly PlayedRound[],
  rules: LeagueRules,
  people: People,
): ExpectedRow[] {
  const names = new Map<string, string>()
  const columns = rounds.map((round) => {
    const rows = rowsOf(round, people)
    for (const [key, { name }] of rows) names.set(key, name)
    return columnOf(rows, round.multiplier, rules)
  })
  const rows = Array.from(names, ([key, name]): Row => {
    const results = columns.map(
      (column): Result =>
        column.get(key) ?? {
          ...{ rank: null, value: 0, isDropped: false, isDisqualified: false, games: 0 },
        },
    )
    drop(results, rules.drops)
    const counting = results.filter(({ isDropped }) => !isDropped)
    return {
      ...{ name, results },
      total: counting.reduce((sum, { value }) => sum + value, 0),
      raced: results.filter(({ rank }) => rank !== null),
    }
  })
  const needed = Math.max(1, rules.minimumRounds)
  const ranked = rankAll(
    rows.filter(({ raced }) => raced.length >= needed),
    rules,
  )
  return [
    ...ranked.map(([row, rank]) => shown(row, rank)),
    ...rows.filter(({ raced }) => raced.length < needed).map((row) => shown(row, null)),
  ]
}

const shown = ({ name, results, total, raced }: Row, rank: number | null): ExpectedRow => ({
  ...{ name, rank, total: total / 100, rounds: raced.length },
  cells: results.map(({ games: _, value, ...cell }) => ({ ...cell, value: value / 100 })),
})

/** Games here have at most 8 rows, so that each share is whole in these parts. */
const PARTS = 1680

/** The shares of the first games, in parts of a hundredth of a point. */
function fairParts(places: readonly Place[], games: number): number {
  const sorted = places.toSorted(
    (a, b) => a.at - b.at || a.game - b.game || b.first + b.last - a.first - a.last,
  )
  let sum = 0
  for (const { first, last, rows } of sorted.slice(0, games)) {
    const behind = rows - (first + last) / 2 + 0.5
    sum += Math.round((behind * PARTS * 10_000) / rows)
  }
  return sum
}

function columnOf(
  rows: ReadonlyMap<string, RoundRow>,
  multiplier: number,
  { points: kind }: LeagueRules,
): Map<string, Result> {
  const given = ({ points, places }: RoundRow) =>
    kind.kind === 'fair' ? fairParts(places, kind.games) : PARTS * points
  const sum = (row: RoundRow) => given(row) + PARTS * row.adjustment
  const racing = [...rows.values()].filter(({ isOut }) => !isOut)
  return new Map(
    Array.from(rows, ([key, row]): [string, Result] => {
      const { isOut, games } = row
      const rank = 1 + racing.filter((other) => sum(other) > sum(row)).length
      const parts =
        kind.kind === 'places' ? PARTS * hundredths(kind.table[rank - 1] ?? 0) : given(row)
      const added = kind.kind === 'places' ? 0 : row.adjustment
      const value = halfUp((parts * hundredths(multiplier)) / PARTS) + added
      return [
        key,
        isOut
          ? { rank: null, value: 0, isDropped: false, isDisqualified: true, games: 0 }
          : { rank, value, isDropped: false, isDisqualified: false, games },
      ]
    }),
  )
}

/** The lowest ones, of equal ones the earliest; disqualified ones stay. */
function drop(results: readonly Result[], drops: readonly number[]): void {
  const count = drops[Math.min(results.length, drops.length) - 1] ?? 0
  for (let dropped = 0; dropped < count; dropped += 1) {
    const left = results.filter((each) => !each.isDropped && !each.isDisqualified)
    const least = Math.min(...left.map(({ value }) => value))
    const worst = left.find(({ value }) => value === least)
    if (worst !== undefined) worst.isDropped = true
  }
}

function rankAll(rows: readonly Row[], { ties }: LeagueRules): [Row, number][] {
  const totals = [...new Set(rows.map(({ total }) => total))].sort((a, b) => b - a)
  const groups = totals.flatMap((total) =>
    settle(
      rows.filter((row) => row.total === total),
      ties,
    ),
  )
  let above = 0
  return groups.flatMap((group) => {
    const rank = above + 1
    above += group.length
    return group.map((row): [Row, number] => [row, rank])
  })
}

/** Equal rows in groups, the best first; rows of one group share a rank. */
function settle(group: readonly Row[], ties: LeagueRules['ties']): Row[][] {
  const [rule, ...others] = ties
  if (rule === undefined || group.length === 1) return [[...group]]
  const scored = group.map((row) => ({ row, score: SCORES[rule](row, group) }))
  const sorted = scored.toSorted((a, b) => compare(b.score, a.score))
  const parts: (typeof sorted)[] = []
  for (const each of sorted) {
    const last = parts.at(-1)
    if (last?.[0] !== undefined && compare(last[0].score, each.score) === 0) last.push(each)
    else parts.push([each])
  }
  return parts.flatMap((part) =>
    settle(
      part.map(({ row }) => row),
      parts.length === 1 ? others : ties,
    ),
  )
}

/** Number by number; missing ones are 0. */
function compare(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const firsts = ({ raced }: Row, rank = 1) => raced.filter((each) => each.rank === rank).length

/** Higher ones are ahead. */
const SCORES: Record<
  LeagueRules['ties'][number],
  (row: Row, group: readonly Row[]) => readonly number[]
> = {
  best_results: ({ results }) =>
    results.map(({ value, isDropped }) => (isDropped ? 0 : value)).sort((a, b) => b - a),
  wins: (row) => [firsts(row)],
  last_round: ({ results }) => results.map(({ value }) => value).reverse(),
  count_back: (row) => Array.from({ length: 30 }, (_, index) => firsts(row, index + 1)),
  head_to_head: (row, group) => [group.filter((other) => beats(row, other)).length],
  more_rounds: ({ raced }) => [raced.length],
  // Seasons here name no game.
  named_game: () => [],
  fewer_games: ({ raced }) => [-raced.reduce((sum, { games }) => sum + games, 0)],
}

function beats(row: Row, other: Row): boolean {
  let balance = 0
  for (const [index, { rank }] of row.results.entries()) {
    const theirs = other.results[index]?.rank ?? null
    if (rank !== null && theirs !== null) balance += Math.sign(theirs - rank)
  }
  return balance > 0
}
