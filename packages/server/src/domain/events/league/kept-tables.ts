/** The tables of leagues, kept in memory: a large one takes a second to make, and is read page by page. */
import { hasCounted, type LeagueRules } from '@rollcall/contract/leagues'
import type { AdjustmentReason } from '@rollcall/scoring/adjustments'
import type { TableRow } from '@rollcall/scoring/series'
import type { AppContext } from '../../../edge/app-context.ts'
import { CachedValues } from '../../../platform/changes/cached-values.ts'
import type { CacheTag } from '../../../platform/changes/topics.ts'
import { findOpen } from '../../visibility/event-access.ts'
import { listHoldingEvents } from '../../visibility/held-games.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import type { EventTags } from '../boards/event-tags.ts'
import { disqualifiedIn, listDisqualifications } from './disqualifications.ts'
import { readPlaces } from './named-game.ts'
import type { SeriesRound } from './rounds.ts'
import { makeTable, type Results, readResults, whatCounts } from './table.ts'

/** The limits for all leagues together, in cells: a row's result in a round. */
const MOST_CELLS = 500_000

export interface LeagueTable extends Results {
  rows: readonly TableRow[]
  /** By row, why it is disqualified from the whole league. */
  disqualified: ReadonlyMap<string, AdjustmentReason>
}

/** Of a series without rules. */
export const EMPTY: LeagueTable = {
  rounds: [],
  owners: new Map(),
  rows: [],
  disqualified: new Map(),
}

interface Parts {
  boards: EventBoards
  eventTags: EventTags
}

export class LeagueTables {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #parts: Parts
  readonly #results: CachedValues<Results>
  readonly #tables: CachedValues<LeagueTable>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>, parts: Parts) {
    this.#context = context
    this.#parts = parts
    this.#results = new CachedValues<Results>(context.changes, {
      maxSize: MOST_CELLS,
      measure: countCells,
    })
    this.#tables = new CachedValues<LeagueTable>(context.changes, {
      maxSize: MOST_CELLS,
      measure: countCells,
    })
  }

  /**
   * @param rounds all rounds of one series, as they are now
   * @param uncovered those that count although their results are not open, because the reader may see them
   */
  async get(
    rules: LeagueRules,
    rounds: readonly SeriesRound[],
    uncovered: ReadonlySet<number> = new Set(),
  ): Promise<LeagueTable> {
    const counting = rounds.filter(hasCounted)
    const table = await this.#find(rules, counting)
    // Organisers may have announced or sealed a provisional round meanwhile.
    const open = await findOpen(
      this.#context.db,
      counting.map(({ eventId }) => eventId),
    )
    const left = counting.filter(
      ({ eventId, state }) => state === 'final' || open.has(eventId) || uncovered.has(eventId),
    )
    return left.length < counting.length ? this.get(rules, left, uncovered) : table
  }

  async #find(rules: LeagueRules, found: readonly SeriesRound[]): Promise<LeagueTable> {
    const counting = found.map((round) => ({
      ...round,
      isForEntrants: round.isForEntrants ?? rules.entrants ?? false,
    }))
    const { db, now } = this.#context
    const { boards, eventTags } = this.#parts
    const eventIds = counting.map(({ eventId }) => eventId)
    const days = counting.map(({ eventId, startsAt, endsAt, board, isForEntrants }) => [
      ...[eventId, startsAt, endsAt],
      ...[board, isForEntrants],
    ])
    // What other events hold also changes with time.
    const held = await listHoldingEvents(db, { eventIds, now: now() })
    const seriesId = counting[0]?.seriesId
    const out = seriesId === undefined ? [] : await listDisqualifications(db, seriesId)
    const reasons = out.map(({ choices, reason }) => ({ choices, reason }))
    const tags = ['logins', 'names', ...(await this.#tagsOf(eventIds, eventTags))] as const
    return this.#tables.get({
      key: JSON.stringify([days, held, rules, reasons]),
      tags,
      load: async () => {
        const results = await this.#results.get({
          key: JSON.stringify([days, held, whatCounts(rules)]),
          tags,
          load: () => readResults({ db, boards }, counting, whatCounts(rules)),
        })
        const found = {
          ...results,
          places: await readPlaces({ db, boards, now: now() }, rules, results),
        }
        const listed = disqualifiedIn(reasons, results.owners)
        const disqualified = new Map([...listed].map(([row, { reason }]) => [row, reason]))
        return { ...found, disqualified, rows: makeTable(rules, found, disqualified) }
      },
    })
  }

  async #tagsOf(eventIds: readonly number[], eventTags: EventTags) {
    const all = await Promise.all(eventIds.map((id) => eventTags.of(id)))
    return new Set<CacheTag>([
      ...all.flatMap((tags) => [...tags]),
      ...eventIds.map((id) => `adjustments:${id}` as const),
    ])
  }
}

/** One that is larger than the limit is kept alone. */
const countCells = ({ rounds, owners }: Results) =>
  Math.min(MOST_CELLS, 1 + rounds.length * owners.size)
