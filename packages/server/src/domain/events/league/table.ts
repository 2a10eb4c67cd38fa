/** A series' table, with the names that its rows have now. */
import type { RowRules } from '@rollcall/contract/league-rows'
import {
  hasCounted,
  type LeagueRow,
  type LeagueRules,
  type Round,
} from '@rollcall/contract/leagues'
import { MINUTE_MS } from '@rollcall/formats/durations'
import type { AdjustmentReason } from '@rollcall/scoring/adjustments'
import { withCellTerms } from '@rollcall/scoring/bonus'
import { foldName } from '@rollcall/scoring/names'
import { isHiddenRacer, type Racer, type RacerLabel, shownName } from '@rollcall/scoring/racer'
import {
  type LeagueRound,
  leagueTable,
  neededRounds,
  type TableRow,
} from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ADDRESS_OF_OWNER, lastOwnerOfSame, wasGivenUp } from '../../people/login-owners.ts'
import { labelsByKey } from '../../standings/racer-looks.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { type RoundResults, type RowOwner, readRound } from './round-results.ts'
import type { SeriesRound } from './rounds.ts'
import { streamerLabels } from './streamer-labels.ts'
import { readStreamerRound } from './streamer-results.ts'

type CountingRound = SeriesRound & Pick<RoundResults, 'results' | 'hiddenOwners'>

export interface Results {
  /** Those that count, in order. */
  rounds: readonly CountingRound[]
  owners: ReadonlyMap<string, RowOwner>
  /** In the game that the rules name; absent: it was not looked for. */
  places?: ReadonlyMap<string, number>
}

/** Reads what counts. A round that is over without any results does not. */
export async function readResults(
  parts: { db: Db; boards: EventBoards },
  rounds: readonly SeriesRound[],
  counted: WhatCounts,
): Promise<Results> {
  const counting: CountingRound[] = []
  const all = new Map<string, RowOwner>()
  // One after another, so that a table never holds more than one connection.
  for (const round of rounds) {
    const found = await readRows(parts, round, counted)
    if (found === null) continue
    const { results, hiddenOwners } = found
    counting.push({ ...round, results, hiddenOwners })
    for (const [row, owner] of found.owners) all.set(row, owner)
  }
  return { rounds: counting, owners: all }
}

/** The rules that say what is read of a round. */
export interface WhatCounts {
  rows: RowRules | null
  /** How many games of each racer; null: fair points do not count. */
  fairGames: number | null
}

export const whatCounts = ({ rows, points }: Pick<LeagueRules, 'rows' | 'points'>): WhatCounts => ({
  rows: rows ?? null,
  fairGames: points.kind === 'fair' ? points.games : null,
})

const readRows = (
  parts: { db: Db; boards: EventBoards },
  round: SeriesRound,
  { rows, fairGames }: WhatCounts,
): Promise<RoundResults | null> =>
  rows?.kind === 'streamers'
    ? readStreamerRound(parts, round, { bestRows: rows.bestRows, fairGames })
    : readRound(parts, round, { best: rows?.bestChannels ?? null, fairGames })

export function makeTable(
  rules: LeagueRules,
  { rounds, places }: Results,
  disqualified: NamedTable['disqualified'],
): TableRow[] {
  return tableOf(
    rules,
    rounds.map((round) => roundWithTerms(rules, round)),
    { ...(places && { places }), disqualified },
  )
}

/** A round as `leagueTable` adds it up: with its multiplier, and what the rules add to its results. */
export const roundWithTerms = <Round extends Pick<CountingRound, 'eventId' | 'results'>>(
  rules: LeagueRules,
  round: Round,
) => ({
  ...round,
  multiplier: multiplierOf(rules, round.eventId),
  results: withCellTerms(rules, round.results),
})

/** The table of rounds that have their terms already. */
export const tableOf = (
  rules: LeagueRules,
  rounds: readonly LeagueRound[],
  { places, disqualified }: Pick<Results, 'places'> & Pick<NamedTable, 'disqualified'>,
): TableRow[] =>
  leagueTable({ ...rules, ...(places && { places }) }, rounds, new Set(disqualified.keys()))

/** A round as answers have it. One that is over without any results does not count. */
export function shownRound(
  round: SeriesRound,
  { rounds }: Pick<Results, 'rounds'>,
  proposed: ReadonlySet<number> = new Set(),
): Round {
  const { eventId, name, startAt, endAt, voidedReason, hasEnded, prescription, announcement } =
    round
  const isEmpty = hasCounted(round) && rounds.every((each) => each.eventId !== eventId)
  // A round that waits may have counted before: what was said about its results waits with them.
  const isOpen = hasCounted(round) && !isEmpty
  return {
    ...{ eventId, name, startAt, endAt, voidedReason, hasEnded, prescription, announcement },
    openObjections: isOpen ? round.openObjections : 0,
    startsAt: round.startsAt.toISOString(),
    endsAt: round.endsAt.toISOString(),
    showAt: round.showAt?.toISOString() ?? null,
    state: isEmpty ? 'waiting' : round.state,
    ...(round.waitsForTable && { waitsForTable: true }),
    finalAt: (isOpen && round.finalAt?.toISOString()) || null,
    revisions: (isOpen ? round.revisions : []).map(({ at, ...each }) => ({
      ...each,
      at: new Date(at).toISOString(),
    })),
    hasProposal: proposed.has(eventId),
  }
}

export type NamedTable = {
  rows: readonly TableRow[]
  divisionOf?: ReadonlyMap<string, NonNullable<LeagueRow['division']>>
  /** By row, why it is disqualified from the whole league. */
  disqualified: ReadonlyMap<string, AdjustmentReason>
} & Pick<Results, 'owners'>

/** What the points of a round are multiplied by. */
export const multiplierOf = ({ multipliers }: LeagueRules, eventId: number): number =>
  multipliers.find((each) => each.eventId === eventId)?.times ?? 1

interface Asked {
  page: number
  pageSize: number
  /** A part of a name. */
  search: string
  minimumRounds: number
}

interface FoundRows {
  rows: LeagueRow[]
  total: number
  totalPages: number
  /** The row that the search names; null: none, or several. */
  named: TableRow | null
}

export async function pageOfTable(
  db: Db,
  table: NamedTable,
  { page, pageSize, search, minimumRounds }: Asked,
): Promise<FoundRows> {
  const { rows, named } =
    search.trim() === '' ? { ...table, named: null } : await findByName(db, table, search)
  const shown = rows.slice((page - 1) * pageSize, page * pageSize)
  return {
    total: rows.length,
    totalPages: Math.ceil(rows.length / pageSize),
    rows: await showRows(db, table, { shown, minimumRounds }),
    named,
  }
}

/** Rows of the table, with the names that they have now. */
export async function showRows(
  db: Db,
  { rows, owners, divisionOf, disqualified }: NamedTable,
  { shown, minimumRounds }: { shown: readonly TableRow[]; minimumRounds: number },
): Promise<LeagueRow[]> {
  const named = new Set(
    shown.flatMap(({ row, decided }) => [row, ...(decided ? [decided.over] : [])]),
  )
  const labels = await labelsOf(db, [...named], owners)
  return shown.map((shownRow) => {
    const { row, decided, cells, isDisqualified, ...rest } = shownRow
    const label = labels.get(row) ?? { racer_name: '' }
    const over = decided && labels.get(decided.over)
    const division = divisionOf?.get(row)
    return {
      ...rest,
      ...label,
      ...(division && { division }),
      // Not the row's own key, which may be a login that nobody should read.
      id: String(rows.indexOf(shownRow) + 1),
      cells: [...cells],
      missing:
        rest.rank === null && !isDisqualified ? neededRounds({ minimumRounds }) - rest.rounds : 0,
      disqualified: disqualified.get(row) ?? null,
      // Sentences leave hidden racers out.
      decided:
        decided === null || over == null || [label, over].some(isHidden)
          ? null
          : { ...decided, over: shownName(over) },
    }
  })
}

const isHidden = ({ racer_name }: RacerLabel) => isHiddenRacer(racer_name)

/** The rows whose name contains the words, and the one that they name, as `namedBy` has it. */
export async function findByName(
  db: Db,
  { rows, owners }: Pick<NamedTable, 'rows' | 'owners'>,
  search: string,
): Promise<{ rows: TableRow[]; named: TableRow | null }> {
  const words = foldName(search.trim())
  const names = await foldedNamesOf(db, owners)
  const isCalled = ({ row }: TableRow) =>
    names.get(row)?.folded.some((name) => name.includes(words)) ?? false
  const found = rows.filter(isCalled)
  // Several rows may be hidden racers', and nothing tells which is whose.
  const open = found.filter(({ row }) => !names.get(row)?.isHidden)
  const called = (name: 0 | 1) => open.filter(({ row }) => names.get(row)?.folded[name] === words)
  const [login, shown] = [called(0), called(1)]
  return { rows: found, named: login[0] ?? onlyOf(shown) ?? onlyOf(found.length > 1 ? [] : open) }
}

interface FoldedNames {
  /** The `racer_name`, and the name shown. */
  folded: readonly [string, string]
  isHidden: boolean
}

/** A display name that has just changed is found this much later. What hides a name makes other results. */
const NAMES_KEPT_MS = MINUTE_MS

const keptNames = new WeakMap<
  Results['owners'],
  { since: number; names: Promise<ReadonlyMap<string, FoldedNames>> }
>()

/** All names of a table, for searches. A page of viewers who look for themselves after a round asks for them once. */
export function foldedNamesOf(
  db: Db,
  owners: Results['owners'],
): Promise<ReadonlyMap<string, FoldedNames>> {
  const kept = keptNames.get(owners)
  if (kept !== undefined && performance.now() - kept.since < NAMES_KEPT_MS) {
    return kept.names
  }
  const names = readFoldedNames(db, owners)
  keptNames.set(owners, { since: performance.now(), names })
  names.catch(() => keptNames.delete(owners))
  return names
}

async function readFoldedNames(db: Db, owners: Results['owners']) {
  const labels = await labelsOf(db, [...owners.keys()], owners)
  return new Map(
    Array.from(labels, ([row, label]): [string, FoldedNames] => [
      row,
      {
        folded: [foldName(label.racer_name), foldName(shownName(label))],
        isHidden: isHidden(label),
      },
    ]),
  )
}

const onlyOf = <Row>(rows: readonly Row[]) => (rows.length === 1 ? (rows[0] ?? null) : null)

/** What the rows are called now; none for a row without an owner. */
export async function labelsOf(
  db: Db,
  rows: readonly string[],
  owners: Results['owners'],
): Promise<ReadonlyMap<string, RacerLabel>> {
  const ofStreamers = rows.flatMap((row) => {
    const owner = owners.get(row)
    return owner?.channelId === undefined ? [] : [{ row, ...owner }]
  })
  const racers = await labelsByKey(db, rows, (keys) => {
    const asked = keys.flatMap((key) => {
      const owner = owners.get(key)
      return owner === undefined || owner.channelId !== undefined ? [] : [{ key, ...owner }]
    })
    return withAddresses(db, asked)
  })
  return ofStreamers.length === 0
    ? racers
    : new Map([...racers, ...(await streamerLabels(db, ofStreamers))])
}

/** Under which login each row is shown: a person's address, or the login itself, which is nobody's if it was given up. */
async function withAddresses(
  db: Db,
  asked: readonly (RowOwner & { key: string })[],
): Promise<(Racer & { key: string; isOfOthers: boolean })[]> {
  const { rows } = await sql<Racer & { isOfOthers: boolean }>`
    select address.platform, address.login,
      case when asked.user_id is null then ${wasGivenUp('address')}
        else ${lastOwnerOfSame('address')} is distinct from asked.user_id end as "isOfOthers"
    from unnest(
      ${asked.map(({ userId }) => userId)}::integer[],
      ${asked.map(({ platform }) => platform)}::text[],
      ${asked.map(({ login }) => login)}::text[]
    ) with ordinality as asked (user_id, platform, login, number)
    left join users as owner on owner.id = asked.user_id
    cross join lateral (
      select coalesce(own.address ->> 'platform', asked.platform) as platform,
        coalesce(own.address ->> 'login', asked.login) as login
      from (select case when owner.id is not null then ${ADDRESS_OF_OWNER} end as address) as own
    ) as address
    order by asked.number`.execute(db)
  return rows.map((address, index) => ({ key: asked[index]?.key ?? '', ...address }))
}
