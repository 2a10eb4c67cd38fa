/** A season's channels by their points in a week or a month: docs/scoring.md, Weeks and months. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { monthOf, type Period, readPeriod, weekOf } from '@rollcall/contract/periods'
import {
  type pageOfSeasonDays,
  SEASON_DAYS_PAGE_SIZE,
  type SeasonSpan,
} from '@rollcall/contract/seasons'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import { Board, type BoardRules } from '../../domain/boards/board.ts'
import { MANY_CHANGES, readChannelId } from '../../domain/boards/season.ts'
import { findChannelLabels } from '../../domain/standings/channel-labels.ts'
import { selectDayPoints } from '../../domain/standings/day-points.ts'
import { findToday, UNDATED } from '../../domain/standings/marble-days.ts'
import { listHeldChannels } from '../../domain/visibility/held-days.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'

interface ChannelRow {
  channelId: number
  login: string
  points: number
}

type DaysBoard = Board<ChannelRow, 'points'>

const RULES: BoardRules<ChannelRow, 'points'> = {
  getId: ({ channelId }) => channelId,
  getValue: ({ points }) => points,
  compareTied: (a, b) => compareCodePoints(a.login, b.login) || a.channelId - b.channelId,
}

/** Rows of all boards together. */
const MOST_CACHED = 200_000

interface Days {
  season: number
  first: string
  last: string
}

type Played = Pick<ResponseOf<typeof pageOfSeasonDays>, 'firstDay' | 'lastDay' | 'hasUndated'>

/** The week or month that was asked for, and its board. */
export interface RankedDays {
  period: Period
  played: Played
  board: DaysBoard
  /** How many channels are left out. */
  held: number
}

export class DaysOfSeasons {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  /** Counted once, then kept up to date by the channels that change. */
  readonly #boards: CachedValues<{ board: DaysBoard }>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>) {
    this.#context = context
    this.#boards = new CachedValues(context.changes, {
      maxSize: MOST_CACHED,
      measure: ({ board }) => board.size + 1,
    })
  }

  async of({ season, of }: { season: number; of: SeasonSpan }): Promise<RankedDays> {
    const { db, now } = this.#context
    const played = await findPlayed(db, season)
    const day = played.lastDay ?? (await findToday(db, now())).today
    const period =
      of === 'week' ? weekOf(day) : ((of === 'month' ? null : readPeriod(of)) ?? monthOf(day))
    const { first, last } = period
    return { period, played, ...(await this.#find({ season, first, last })) }
  }

  async page({
    page,
    ...asked
  }: {
    season: number
    of: SeasonSpan
    page: number
  }): Promise<ResponseOf<typeof pageOfSeasonDays>> {
    const { period, played, board, held } = await this.of(asked)
    const { first, last } = period
    const limit = SEASON_DAYS_PAGE_SIZE
    const { rows, total } = await pageOfDays(this.#context.db, board, { page, limit })
    return {
      ...{ first, last, ...played, held },
      rows,
      total,
      totalPages: Math.ceil(total / limit),
    }
  }

  /** Asks which channels are held after their points were read, until no held game has arrived in between. */
  async #find(days: Days): Promise<{ board: DaysBoard; held: number }> {
    const { db, now } = this.#context
    const listHeld = async () =>
      listHeldChannels(db, { ...days, holds: await findHolds(db, now()) })
    for (let held = await listHeld(); ; ) {
      const { board } = await this.#load(days, held)
      const heldSince = await listHeld()
      if (heldSince.every((id) => held.includes(id))) {
        return { board, held: held.length }
      }
      held = heldSince
    }
  }

  #load(days: Days, held: readonly number[]): Promise<{ board: DaysBoard }> | { board: DaysBoard } {
    const { db } = this.#context
    return this.#boards.get({
      key: JSON.stringify([days, held]),
      tags: [`season:${days.season}`, 'channel'],
      load: async () => {
        const rows = await listChannels(db, days, sql`not channel.id = any(${held}::integer[])`)
        const order = rows.toSorted((a, b) => b.points - a.points || RULES.compareTied(a, b))
        return { board: new Board({ points: order }, RULES) }
      },
      update: async ({ board }, topics) => {
        const changed = [...new Set(topics.map(readChannelId))].filter((id) => !held.includes(id))
        if (changed.length > MANY_CHANGES) {
          return false
        }
        const rows = await listChannels(db, days, sql`channel.id = any(${changed}::integer[])`)
        for (const id of changed) {
          const row = rows.find(({ channelId }) => channelId === id)
          if (row === undefined) {
            board.remove(id)
          } else {
            board.replace(row)
          }
        }
        return true
      },
    })
  }
}

export async function pageOfDays(
  db: Db,
  board: DaysBoard,
  { page, limit }: { page: number; limit: number },
): Promise<Pick<ResponseOf<typeof pageOfSeasonDays>, 'rows' | 'total'>> {
  const { rows, total } = board.page({ column: 'points', isAscending: false, page, limit })
  const labels = await findChannelLabels(
    db,
    rows.map(({ channelId }) => channelId),
  )
  return {
    total,
    rows: rows.flatMap(({ channelId, rank, points }) => {
      const channel = labels.get(channelId)
      return channel === undefined ? [] : { rank, channel, points }
    }),
  }
}

async function listChannels(
  db: Db,
  { season, first, last }: Days,
  which: RawBuilder<unknown>,
): Promise<ChannelRow[]> {
  const points = selectDayPoints(
    (row) => sql`${row.channelId} = played.channel_id and ${row.season} = ${season}
      and ${row.day} between ${first}::date and ${last}::date`,
  )
  const { rows } = await sql<ChannelRow>`
    select channel.id as "channelId", channel.login, earned.points
    from channel_seasons as played
    join channels as channel on channel.id = played.channel_id
    cross join lateral (
      select coalesce(sum(points), 0) as points from (${points}) as earned having count(*) > 0
    ) as earned
    where played.season = ${season} and ${which}`.execute(db)
  return rows
}

/** Steps through the index for each channel, however many days and racers there are. */
async function findPlayed(db: Db, season: number): Promise<Played> {
  const ofChannel = sql`row.channel_id = played.channel_id and row.season = played.season`
  const { rows } = await sql<Played>`
    select min(first.day)::text as "firstDay",
      greatest(max(last.day), max(open.day))::text as "lastDay",
      coalesce(bool_or(undated.found), false) as "hasUndated"
    from channel_seasons as played
    left join lateral (
      select row.day from racer_days as row where ${ofChannel} and row.day > ${UNDATED}::date
      order by row.day limit 1
    ) as first on true
    left join lateral (
      select row.day from racer_days as row where ${ofChannel} and row.day > ${UNDATED}::date
      order by row.day desc limit 1
    ) as last on true
    left join lateral (
      select max(closing.day) as day from day_closings as closing
      where closing.channel_id = played.channel_id and closing.season = played.season
    ) as open on true
    left join lateral (
      select true as found from racer_days as row
      where ${ofChannel} and row.day = ${UNDATED}::date and row.points <> 0 limit 1
    ) as undated on true
    where played.season = ${season}`.execute(db)
  return rows[0] ?? { firstDay: null, lastDay: null, hasUndated: false }
}
