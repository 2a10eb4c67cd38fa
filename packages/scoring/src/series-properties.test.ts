import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CellTerms, type ResultWithFacts, type RoundFacts, withCellTerms } from './bonus.ts'
import { divisionRound } from './divisions.ts'
import { fairPoints, type GamePlace } from './fair-points.ts'
import { bestChannels, type ChannelPart, streamerPoints } from './round-rows.ts'
import { type LeagueRound, leagueTable, type TableRow, type TableRules } from './series.ts'
import { type RoundWithTeams, type TeamRules, teamPoints, teamRound } from './teams.ts'
import type { TieRule } from './ties.ts'

/** 300 with `npm test`, 10,000 with `npm run test:long`. */
const LEAGUES = Math.ceil(10_000 * Number(process.env.RANDOM_CASES_SHARE ?? 0.03))

/*
 * The table as section 29 of docs/scoring.md describes it, sentence by sentence. It shares no code with series.ts,
 * ties.ts, bonus.ts, fair-points.ts, teams.ts and divisions.ts, and calculates in whole hundredths.
 */

type Rules = TableRules & CellTerms
interface Result extends ResultWithFacts {
  /** In games. */
  places: readonly GamePlace[]
  /** Only of a team: what its members have together, in parts. */
  parts?: number
}
interface Round extends LeagueRound {
  results: readonly Result[]
}
interface TeamsRound extends Round, Pick<RoundWithTeams, 'members' | 'rosters'> {}

/** The rounds as the rules make them. */
const withTerms = <Of extends Round>(rules: Rules, rounds: readonly Of[]) =>
  rounds.map((round) => ({
    ...round,
    results: withCellTerms(rules, round.results.map(scored(rules))),
  }))

const scored =
  ({ points: given }: Rules) =>
  (result: Result): Result =>
    given.kind === 'fair' ? { ...result, fair: fairPoints(result.places, given.games) } : result

interface ModelCell {
  rank: number | null
  points: number
  eventPoints?: number
  adjustment: number
  bonus: number
  kept: number
  value: number
  games: number | null
  isDropped: boolean
  isDisqualified: boolean
}

interface ModelRow {
  row: string
  cells: ModelCell[]
  total: number
  rounds: number
  place: number | null
}

function toHundredths(decimal: number): number {
  return Math.round(decimal * 100)
}

/** Of a hundredth: games here have 1, 2, 3, 4, 6 or 8 rows, so that all shares are whole parts. */
const PARTS = 48

/** What the round gives, before the multiplier, in parts. */
function roundParts(rules: TableRules, { rank, points: onBoard, places, parts }: Result): number {
  if (parts !== undefined) return parts
  if (rules.points.kind === 'fair') return modelFairParts(places, rules.points.games)
  if (rules.points.kind === 'event') return PARTS * toHundredths(onBoard)
  const place = rules.points.table[rank - 1]
  return place === undefined ? 0 : PARTS * toHundredths(place)
}

const partsHalfUp = (parts: number) => Math.floor((2 * parts + PARTS) / (2 * PARTS))

/** What `(n - place + ½) / n` gives in the first games, in parts of a hundredth. */
function modelFairParts(places: readonly GamePlace[], count: number): number {
  const left = [...places]
  let sum = 0
  for (let taken = 0; taken < count && left.length > 0; taken++) {
    let next = 0
    for (const [index, place] of left.entries()) {
      const known = left[next]
      if (known === undefined) continue
      const isEarlier = place.at < known.at || (place.at === known.at && place.game < known.game)
      const isSame = place.at === known.at && place.game === known.game
      const isWorse = place.first + place.last > known.first + known.last
      if (isEarlier || (isSame && isWorse)) next = index
    }
    const [game] = left.splice(next, 1)
    if (game === undefined) continue
    const mean = (game.first + game.last) / 2
    sum += ((game.rows - mean + 0.5) / game.rows) * 100 * 100 * PARTS
  }
  return Math.round(sum)
}

const NOTHING: ModelCell = {
  ...{ rank: null, points: 0, adjustment: 0, bonus: 0, kept: 0, value: 0, games: 0 },
  ...{ isDropped: false, isDisqualified: false },
}

/** What the rules give beside the points, in hundredths. */
function bonusOf(rules: Rules, round: Round, result: ResultWithFacts): number {
  let bonus = 0
  for (const { name, points: each, by } of rules.bonuses ?? []) {
    const { checkpoints, singleGames, given } = result.facts
    if (by === 'stage_winner') bonus += checkpoints * toHundredths(each)
    if (by === 'hand') for (const one of given) if (one === name) bonus += toHundredths(each)
    if (by !== 'most_games' || singleGames === 0) continue
    const hasMore = round.results.some(
      (other) => !other.isDisqualified && other.facts.singleGames > singleGames,
    )
    if (!hasMore) bonus += toHundredths(each)
  }
  return bonus
}

function participationOf(rules: Rules, { facts }: ResultWithFacts): number {
  return rules.keepsParticipation && rules.points.kind === 'event'
    ? toHundredths(facts.participation)
    : 0
}

function timesHalfUp(hundredths: number, multiplier: number): number {
  return Math.floor((hundredths * toHundredths(multiplier) + 50) / 100)
}

function cellOf(rules: Rules, round: Round, row: string): ModelCell {
  for (const result of round.results) {
    if (result.row !== row) continue
    if (result.isDisqualified) return { ...NOTHING, isDisqualified: true }
    const parts = roundParts(rules, result)
    const times = toHundredths(round.multiplier)
    const multiplied = Math.floor((parts * times + 50 * PARTS) / (100 * PARTS))
    const kept = timesHalfUp(participationOf(rules, result), round.multiplier)
    const adjustment = rules.points.kind === 'places' ? 0 : toHundredths(result.adjustment)
    const bonus = bonusOf(rules, round, result)
    return {
      ...{ rank: result.rank, points: partsHalfUp(parts), adjustment, bonus, kept },
      ...(rules.points.kind === 'fair' && { eventPoints: result.points }),
      value: multiplied + adjustment + bonus,
      ...{ games: result.games, isDropped: false, isDisqualified: false },
    }
  }
  return { ...NOTHING }
}

function dropCount(rules: TableRules, roundCount: number): number {
  let count = 0
  for (let round = 0; round < roundCount; round++) count = rules.drops[round] ?? count
  return count
}

function modelRow(rules: Rules, rounds: readonly Round[], row: string): ModelRow {
  const cells: ModelCell[] = []
  for (const round of rounds) cells.push(cellOf(rules, round, row))

  for (let drop = 0; drop < dropCount(rules, rounds.length); drop++) {
    let worst: ModelCell | null = null
    for (const cell of cells) {
      if (cell.isDropped || cell.isDisqualified) continue
      // What the total loses.
      if (worst === null || cell.value - cell.kept < worst.value - worst.kept) worst = cell
    }
    if (worst !== null) worst.isDropped = true
  }

  let total = 0
  let raced = 0
  for (const cell of cells) {
    total += cell.isDropped ? cell.kept : cell.value
    if (cell.rank !== null) raced++
  }
  return { row, cells, total, rounds: raced, place: rules.places?.get(row) ?? null }
}

function countRank(row: ModelRow, rank: number): number {
  return row.cells.filter((cell) => cell.rank === rank).length
}

function winsPair(one: ModelRow, other: ModelRow): boolean {
  let lead = 0
  for (const [round, { rank }] of one.cells.entries()) {
    const otherRank = other.cells[round]?.rank ?? null
    if (rank === null || otherRank === null) continue
    if (rank < otherRank) lead++
    if (rank > otherRank) lead--
  }
  return lead > 0
}

function gamesOf(row: ModelRow): number | null {
  let games = 0
  for (const cell of row.cells) {
    if (cell.games === null) return null
    games += cell.games
  }
  return games
}

/** For each rule the numbers of a row in a group: ahead is the higher first number, then the higher second, and so on. */
const NUMBERS: Record<TieRule, (row: ModelRow, group: readonly ModelRow[]) => number[]> = {
  best_results: ({ cells }) =>
    cells.map(({ value, isDropped }) => (isDropped ? 0 : value)).sort((a, b) => b - a),
  wins: (row) => [countRank(row, 1)],
  last_round: ({ cells }) => cells.map(({ value }) => value).reverse(),
  // No round has more than 9 rows here.
  count_back: (row) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => countRank(row, rank)),
  head_to_head: (row, group) => [group.filter((other) => winsPair(row, other)).length],
  more_rounds: ({ rounds }) => [rounds],
  fewer_games: (row, group) =>
    group.some((each) => gamesOf(each) === null) ? [0] : [-(gamesOf(row) ?? 0)],
  // No place is above 9 here.
  named_game: ({ place }) => [place === null ? -10 : -place],
}
const TIE_RULES = Object.keys(NUMBERS) as TieRule[]

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  for (const [index, number] of one.entries()) {
    const difference = (other[index] ?? 0) - number
    if (difference !== 0) return difference
  }
  return 0
}

/** Those with the highest numbers first; rows with the same numbers are in one group. */
function split(
  group: readonly ModelRow[],
  numbersOf: (row: ModelRow, group: readonly ModelRow[]) => number[],
): ModelRow[][] {
  const entries = group.map((row) => ({ row, numbers: numbersOf(row, group) }))
  entries.sort((a, b) => compareNumbers(a.numbers, b.numbers))
  const parts: ModelRow[][] = []
  for (const [index, { row, numbers }] of entries.entries()) {
    const above = entries[index - 1]
    if (above !== undefined && compareNumbers(above.numbers, numbers) === 0) {
      parts.at(-1)?.push(row)
    } else {
      parts.push([row])
    }
  }
  return parts
}

function separate(group: readonly ModelRow[], ties: readonly TieRule[]): ModelRow[][] {
  const [rule, ...others] = ties
  if (rule === undefined) return [[...group].sort((a, b) => (a.row < b.row ? -1 : 1))]
  const parts = split(group, NUMBERS[rule])
  // The same rule again, since who is in a group matters to some rules; the rules before it are over.
  return parts.length > 1 ? parts.flatMap((part) => separate(part, ties)) : separate(group, others)
}

function modelGroups(rows: readonly ModelRow[], ties: readonly TieRule[]): ModelRow[][] {
  return split(rows, ({ total }) => [total]).flatMap((group) => separate(group, ties))
}

type UndecidedRow = Omit<TableRow, 'decided'>

function tableRow(
  { row, cells, total, rounds }: ModelRow,
  rank: number | null,
  isDisqualified = false,
): UndecidedRow {
  return {
    row,
    rank,
    isDisqualified,
    total: total / 100,
    rounds,
    cells: cells.map((cell) => ({
      rank: cell.rank,
      points: cell.points / 100,
      ...(cell.eventPoints !== undefined && { eventPoints: cell.eventPoints }),
      adjustment: cell.adjustment / 100,
      bonus: cell.bonus / 100,
      kept: cell.kept / 100,
      value: cell.value / 100,
      isDropped: cell.isDropped,
      isDisqualified: cell.isDisqualified,
    })),
  }
}

function modelTable(
  rules: Rules,
  rounds: readonly Round[],
  disqualified: readonly string[] = [],
): UndecidedRow[] {
  const keys = new Set(rounds.flatMap(({ results }) => results.map(({ row }) => row)))
  const rows = [...keys].map((key) => modelRow(rules, rounds, key))
  const isRanked = (row: ModelRow) => row.rounds > 0 && row.rounds >= rules.minimumRounds
  const left = rows.filter(({ row }) => !disqualified.includes(row))
  const out = rows.filter(({ row }) => disqualified.includes(row))
  const ranked = left.filter(isRanked)
  const short = left.filter((row) => !isRanked(row))

  const table: UndecidedRow[] = []
  for (const group of modelGroups(ranked, rules.ties)) {
    const rank = table.length + 1
    for (const row of group) table.push(tableRow(row, rank))
  }
  for (const row of modelGroups(short, rules.ties).flat()) table.push(tableRow(row, null))
  for (const row of modelGroups(out, rules.ties).flat()) table.push(tableRow(row, null, true))
  return table
}

interface ModelMember {
  parts: number
  /** Event points. */
  onBoard: number
  adjustment: number
  bonus: number
  participation: number
  games: number | null
}

/** What each member of the team has of the round; a member with two rows has both. */
function racedMembers(rules: Rules, round: TeamsRound, roster: readonly string[]) {
  const raced: ModelMember[] = []
  for (const member of roster) {
    const own = round.results.filter(
      ({ row, isDisqualified }) => !isDisqualified && round.members.get(row) === member,
    )
    if (own.length === 0) continue
    let [parts, onBoard, adjustment, bonus, participation] = [0, 0, 0, 0, 0]
    let games: number | null = 0
    for (const result of own) {
      parts += roundParts(rules, result)
      onBoard += toHundredths(result.points)
      if (rules.points.kind !== 'places') adjustment += toHundredths(result.adjustment)
      bonus += bonusOf(rules, round, result)
      participation += participationOf(rules, result)
      games = games === null || result.games === null ? null : games + result.games
    }
    raced.push({ parts, onBoard, adjustment, bonus, participation, games })
  }
  return raced
}

/** What members are worth in the round, in parts of ten-thousandths. */
function worthOf(
  round: TeamsRound,
  { parts, adjustment, bonus }: Pick<ModelMember, 'parts' | 'adjustment' | 'bonus'>,
): number {
  return parts * toHundredths(round.multiplier) + (adjustment + bonus) * 100 * PARTS
}

/** The round with teams in place of racers. */
function modelTeamRound(rules: Rules, teams: TeamRules, round: TeamsRound): Round {
  const summed: (ModelMember & { team: string })[] = []
  for (const [team, roster] of round.rosters) {
    const raced = racedMembers(rules, round, roster)
    if (raced.length === 0 || roster.length < teams.minSize) continue
    raced.sort(
      (one, other) =>
        worthOf(round, other) - worthOf(round, one) ||
        (one.games === null ? 99 : one.games) - (other.games === null ? 99 : other.games),
    )
    const best = raced.slice(0, teams.best === null ? raced.length : teams.best)
    const sum = { parts: 0, onBoard: 0, adjustment: 0, bonus: 0, participation: 0 }
    let games: number | null = 0
    for (const member of best) {
      sum.parts += member.parts
      sum.onBoard += member.onBoard
      sum.adjustment += member.adjustment
      sum.bonus += member.bonus
      sum.participation += member.participation
      games = games === null || member.games === null ? null : games + member.games
    }
    summed.push({ team, ...sum, games })
  }
  return {
    multiplier: round.multiplier,
    results: summed.map(({ team, games, ...sum }) => ({
      ...{ row: team, points: sum.onBoard / 100, adjustment: sum.adjustment / 100 },
      ...{ isDisqualified: false, games, places: [], parts: sum.parts },
      // The model of the table adds one point for each "checkpoint", in hundredths.
      facts: {
        checkpoints: sum.bonus,
        ...{ singleGames: 0, participation: sum.participation / 100, given: [] },
      },
      rank: 1 + summed.filter((other) => worthOf(round, other) > worthOf(round, sum)).length,
    })),
  }
}

/** The round as if only the rows of a division had raced. */
function modelDivisionRound(round: Round, division: ReadonlySet<string>): Round {
  const results: Result[] = []
  for (const result of round.results) {
    if (!division.has(result.row)) continue
    let ahead = 0
    for (const other of round.results) {
      if (division.has(other.row) && isAheadOf(other, result)) ahead++
    }
    results.push({ ...result, rank: 1 + ahead })
  }
  return { multiplier: round.multiplier, results }
}

/** Takes the best channel out of those that are left, as often as the league says. */
function modelBestChannels(parts: readonly ChannelPart[], best: number) {
  const left: { channel: number; hundredths: number; games: number | null; part: number }[] = []
  for (const { channel, points, games, participation } of parts) {
    const known = left.find((each) => each.channel === channel)
    const part = toHundredths(participation)
    if (known === undefined) {
      left.push({ channel, hundredths: toHundredths(points), games, part })
    } else {
      known.hundredths += toHundredths(points)
      known.part += part
      known.games = known.games === null || games === null ? null : known.games + games
    }
  }
  let hundredths = 0
  let participation = 0
  let games: number | null = 0
  for (let taken = 0; taken < best && left.length > 0; taken++) {
    let first = 0
    for (const [index, each] of left.entries()) {
      const known = left[first]
      if (known === undefined) continue
      const isFewer = each.games !== null && (known.games === null || each.games < known.games)
      const isBetter = each.hundredths > known.hundredths
      if (isBetter || (each.hundredths === known.hundredths && isFewer)) first = index
    }
    const [channel] = left.splice(first, 1)
    hundredths += channel?.hundredths ?? 0
    participation += channel?.part ?? 0
    games = games === null || channel?.games == null ? null : games + channel.games
  }
  return { points: hundredths / 100, games, participation: participation / 100 }
}

function modelStreamerPoints(rows: readonly number[], best: number): number {
  let hundredths = 0
  for (const [index, points] of rows.map(toHundredths).entries()) {
    // How many rows are ahead of it; of equal ones the earlier is.
    const ahead = rows.filter(
      (other, at) => toHundredths(other) > points || (toHundredths(other) === points && at < index),
    )
    if (ahead.length < best) hundredths += points
  }
  return hundredths / 100
}

const decimals = fc.integer({ min: -2000, max: 5000 }).map((hundredths) => hundredths / 100)
/** Few values, so that totals are often equal. */
const points = fc.oneof(
  { weight: 17, arbitrary: fc.constantFrom(0, 1, 2, 3, -1) },
  // Times 0.5 these are rounded: 0.145 to 0.15 and -0.125 to -0.12.
  { weight: 2, arbitrary: fc.constantFrom(0.29, -0.25) },
  { weight: 1, arbitrary: decimals },
)

const ROWS = ['Zoe', 'ada', 'bea', 'cai', 'dee', 'eli', 'fay', 'gus', 'hal']

const leagueRules: fc.Arbitrary<Rules> = fc.record({
  points: fc.oneof(
    fc.constant({ kind: 'event' as const }),
    fc.record({ kind: fc.constant('places' as const), table: fc.array(points, { maxLength: 10 }) }),
    fc.record({ kind: fc.constant('fair' as const), games: fc.integer({ min: 1, max: 4 }) }),
  ),
  // One result always counts.
  drops: fc
    .array(fc.nat({ max: 6 }), { maxLength: 8 })
    .map((counts) => counts.map((count, index) => Math.min(count, index))),
  minimumRounds: fc.nat({ max: 4 }),
  ties: fc.shuffledSubarray(TIE_RULES),
  bonuses: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Stage', 'Busy', 'Fair play'),
      points,
      by: fc.constantFrom('stage_winner' as const, 'most_games' as const, 'hand' as const),
    }),
    { selector: ({ name }) => name, maxLength: 3 },
  ),
  keepsParticipation: fc.boolean(),
  // Several may be of one person, so places need not differ.
  places: fc
    .dictionary(fc.constantFrom(...ROWS), fc.integer({ min: 1, max: 4 }))
    .map((places) => new Map(Object.entries(places))),
})

const factsOfRow: fc.Arbitrary<RoundFacts> = fc.record({
  checkpoints: fc.nat({ max: 2 }),
  singleGames: fc.nat({ max: 2 }),
  participation: fc.constantFrom(0, 1, 2, 0.25),
  given: fc.array(fc.constantFrom('Stage', 'Fair play'), { maxLength: 2 }),
})

/** Of logins of one person several may be in the same game. */
const gamePlace: fc.Arbitrary<GamePlace> = fc
  .record({
    game: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 1, max: 3 }),
    rows: fc.constantFrom(1, 2, 3, 4, 6, 8),
    places: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ game, at, rows, places }) => {
    const [first = 1, last = 1] = places.map((place) => 1 + (place % rows)).sort((a, b) => a - b)
    return { game, at, first, last, rows }
  })

function isAheadOf(one: Adjusted, other: Adjusted): boolean {
  const sum = ({ points: scored, adjustment }: Adjusted) =>
    toHundredths(scored) + toHundredths(adjustment)
  return !one.isDisqualified && sum(one) > sum(other)
}
type Adjusted = Pick<ResultWithFacts, 'points' | 'adjustment' | 'isDisqualified'>

const leagueRounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    multiplier: fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      // With 0, rows with different ranks have equal results.
      { weight: 2, arbitrary: fc.constantFrom(0.5, 0) },
      { weight: 2, arbitrary: fc.nat({ max: 300 }).map((hundredths) => hundredths / 100) },
    ),
    results: fc
      .uniqueArray(
        fc.record({
          row: fc.constantFrom(...ROWS),
          points,
          adjustment: fc.oneof(
            { weight: 4, arbitrary: fc.constant(0) },
            { weight: 1, arbitrary: points },
          ),
          isDisqualified: fc.nat({ max: 7 }).map((number) => number === 0),
          // Rarely unknown, since one unknown number is enough for the whole group.
          games: fc.option(fc.nat({ max: 3 }), { freq: 30 }),
          facts: factsOfRow,
          places: fc.array(gamePlace, { maxLength: 6 }),
        }),
        { selector: ({ row }) => row, minLength: 1, maxLength: 9 },
      )
      .map((results) =>
        results.map((result) => ({
          ...result,
          rank: 1 + results.filter((other) => isAheadOf(other, result)).length,
        })),
      ),
  }),
  { minLength: 1, maxLength: 7 },
)

/** "nobody" has no row in any round. */
const disqualifiedRows = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(['Zoe', 'bea', 'dee', 'gus', 'nobody']) },
)

/** Teams whose members change from round to round; "gus" and "hal" may be one person, and "Zoe" is in no team. */
const roundsWithTeams: fc.Arbitrary<TeamsRound[]> = leagueRounds.chain((rounds) =>
  fc.tuple(
    ...rounds.map((round) =>
      fc
        .tuple(
          fc.boolean(),
          fc.array(fc.nat({ max: 3 }), { minLength: ROWS.length, maxLength: ROWS.length }),
        )
        .map(([isOnePerson, teams]) => {
          const memberOf = (row: string) => (isOnePerson && row === 'hal' ? 'gus' : row)
          const known = ROWS.filter((row) => row !== 'Zoe')
          const rosters = new Map<string, string[]>()
          for (const [index, member] of [...new Set(known.map(memberOf))].entries()) {
            const team = ['blue', 'green', 'red', null][teams[index] ?? 3] ?? null
            if (team !== null) rosters.set(team, [...(rosters.get(team) ?? []), member])
          }
          return {
            ...round,
            members: new Map(known.map((row) => [row, memberOf(row)])),
            rosters,
          }
        }),
    ),
  ),
)
const teamRules: fc.Arbitrary<TeamRules> = fc.record({
  best: fc.option(fc.integer({ min: 1, max: 4 })),
  minSize: fc.integer({ min: 1, max: 3 }),
})

/** Rounds, and who was in the division when each of them opened. */
const roundsWithDivision = leagueRounds.chain((rounds) =>
  fc.tuple(
    ...rounds.map((round) => fc.subarray(ROWS).map((rows) => ({ round, division: new Set(rows) }))),
  ),
)

function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length })
}
const roundsInTwoOrders = leagueRounds.chain((rounds) =>
  fc.tuple(
    fc.constant(rounds),
    fc.tuple(
      ...rounds.map((round) => shuffled(round.results).map((results) => ({ ...round, results }))),
    ),
  ),
)

describe('leagueTable', () => {
  it(`gives the table that the document describes, for ${LEAGUES} random leagues`, () => {
    fc.assert(
      fc.property(leagueRules, leagueRounds, disqualifiedRows, (rules, rounds, disqualified) => {
        const table = leagueTable(rules, withTerms(rules, rounds), new Set(disqualified))
        expect(table.map(({ decided, ...row }) => row)).toEqual(
          modelTable(rules, rounds, disqualified),
        )
        for (const [index, { rank, total, decided }] of table.entries()) {
          const next = table[index + 1]
          const isDecided =
            next !== undefined &&
            rank !== null &&
            next.rank !== null &&
            next.total === total &&
            next.rank !== rank
          expect(decided?.over ?? null).toBe(isDecided ? next.row : null)
        }
      }),
      { numRuns: LEAGUES },
    )
  })

  it(`gives teams the table that the document describes, for ${LEAGUES} random leagues`, () => {
    fc.assert(
      fc.property(leagueRules, teamRules, roundsWithTeams, (rules, teams, rounds) => {
        const ofTeams = { ...rules, points: teamPoints(rules.points) }
        const table = leagueTable(
          ofTeams,
          withTerms(rules, rounds).map((round) => teamRound(teams, rules.points, round)),
        )
        expect(table.map(({ decided, ...row }) => row)).toEqual(
          modelTable(
            {
              ...ofTeams,
              bonuses: [{ name: 'Members', points: 0.01, by: 'stage_winner' }],
              keepsParticipation: true,
            },
            rounds.map((round) => modelTeamRound(rules, teams, round)),
          ),
        )
      }),
      { numRuns: LEAGUES },
    )
  })

  it(`gives divisions the table that the document describes, for ${LEAGUES} random leagues`, () => {
    fc.assert(
      fc.property(leagueRules, roundsWithDivision, (rules, rounds) => {
        const table = leagueTable(
          rules,
          withTerms(
            rules,
            rounds.map(({ round, division }) => divisionRound(round, (row) => division.has(row))),
          ),
        )
        expect(table.map(({ decided, ...row }) => row)).toEqual(
          modelTable(
            rules,
            rounds.map(({ round, division }) => modelDivisionRound(round, division)),
          ),
        )
      }),
      { numRuns: LEAGUES },
    )
  })

  it('does not depend on the order of the results in a round', () => {
    fc.assert(
      fc.property(leagueRules, roundsInTwoOrders, (rules, [rounds, others]) => {
        expect(leagueTable(rules, withTerms(rules, others))).toEqual(
          leagueTable(rules, withTerms(rules, rounds)),
        )
      }),
      { numRuns: LEAGUES },
    )
  })
})

describe('what a row has of a round', () => {
  const best = fc.integer({ min: 1, max: 5 })
  const channelPart: fc.Arbitrary<ChannelPart> = fc.record({
    channel: fc.integer({ min: 1, max: 4 }),
    points,
    games: fc.option(fc.nat({ max: 3 }), { freq: 10 }),
    participation: points,
  })

  it(`is the best channels of a racer, for ${LEAGUES} random racers`, () => {
    fc.assert(
      fc.property(fc.array(channelPart, { minLength: 1, maxLength: 8 }), best, (parts, most) => {
        expect(bestChannels(parts, most)).toEqual(modelBestChannels(parts, most))
      }),
      { numRuns: LEAGUES },
    )
  })

  it(`is the best rows of a streamer's board, for ${LEAGUES} random boards`, () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 12 }), best, (rows, most) => {
        // In whole hundredths, so that no two ways of adding differ.
        expect(streamerPoints(rows, most)).toBe(modelStreamerPoints(rows, most))
      }),
      { numRuns: LEAGUES },
    )
  })
})
