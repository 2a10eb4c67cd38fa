/** The rounds of a series, and what each row has of those whose results everybody may see. */
import type { Round } from '@rollcall/contract/leagues'
import { addPoints } from '@rollcall/scoring/points'
import type { Racer } from '@rollcall/scoring/racer'
import type { RoundResult } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ownersByLogin, ownsDuring } from '../../people/login-owners.ts'
import { joinTied, laterChannelOf, listScope } from '../../people/racer-names.ts'
import { isOpenBoard } from '../../visibility/event-access.ts'
import { type EventBoards, isMerged, type ShownBoard } from '../boards/event-boards.ts'

/** Whom a row is about: a person under all their logins, or one login. */
export interface RowOwner extends Racer {
  /** null: the row is about the login. */
  userId: number | null
}

export interface RoundResults {
  results: RoundResult[]
  /** By row. */
  owners: ReadonlyMap<string, RowOwner>
}

export type SeriesRound = Omit<Round, 'startsAt' | 'endsAt'> & {
  startsAt: Date
  endsAt: Date
  organiserId: number
}

/** In the order of the series. A round counts once its days are over and everybody on its board may see it. */
export async function listRounds(
  db: Db,
  { seriesId, now }: { seriesId: number; now: Date },
): Promise<SeriesRound[]> {
  const { rows } = await sql<SeriesRound>`
    select event.id as "eventId", event.name, event.created_by as "organiserId",
      event.first_day::text as "startAt", event.last_day::text as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt",
      case
        when event.starts_at > ${now} then 'planned'
        when event.ends_at > ${now} then 'open'
        when ${isOpenBoard} then 'counts'
        else 'waiting'
      end as state
    from events as event
    left join shows as show on show.event_id = event.id
    where event.series_id = ${seriesId}
    order by event.series_position nulls last, event.starts_at, event.id`.execute(db)
  return rows
}

interface StoredResult extends Racer {
  userId: number | null
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  /** Without adjustments. */
  points: number
  adjustment: number
  isDisqualified: boolean
  /** null: some channel does not say how many. */
  games: number | null
}

/** What everybody sees on the round's board; null if nobody has any results. */
export async function readRound(
  { db, boards }: { db: Db; boards: EventBoards },
  { eventId, organiserId, startsAt, endsAt }: SeriesRound,
): Promise<RoundResults | null> {
  const found = await boards.getStreamerBoards({ eventId, organiserId })
  const board = await boards.getBoard(found, null)
  const isThen = ownsDuring('period', {
    from: sql`${startsAt}::timestamptz`,
    until: sql`${endsAt}::timestamptz`,
  })
  const { rows } = await sql<StoredResult>`
    select coalesce(person.platform, racer.platform) as platform,
      coalesce(person.login, racer.login) as login, person.id as "userId", tied.number as tied,
      ${laterChannelIdOn(board)} as "laterChannelId", row.event_points - adjusted.points as points,
      adjusted.points as adjustment, row.is_disqualified as "isDisqualified",
      case when not coalesce(played.is_unknown, false) then row.race_games + row.royale_games end
        as games
    from event_board_rows as row
    join racers as racer on racer.id = row.racer_id
    ${joinTied(listScope('league'))}
    left join ${ownersByLogin(isThen)} as owner
      on owner.platform = racer.platform and owner.login = racer.login
    -- Two logins of a hidden racer as one row would tell that they are one person's.
    left join users as person
      on person.id = owner.user_id and owner.owners = 1 and tied.number is null
      -- A login that they gave up is not hidden, and must not be joined to somebody who is.
      and person.hides_name_since is null
    left join (
      -- A snapshot may not say how many games somebody played.
      select racer_id, bool_or(race_games + royale_games = 0) as is_unknown
      from event_board_rows
      where board_id = any(${board.parts.map(({ id }) => id)}::bigint[])
      group by racer_id
    ) as played on played.racer_id = row.racer_id
    cross join lateral (${selectAdjustment(board)}) as adjusted
    where row.board_id = ${board.id}`.execute(db)
  return rows.length === 0 ? null : addUp(rows)
}

/** A merged board has stored it; one streamer's board, also if it stands for all, has no such rows. */
function laterChannelIdOn({ parts }: ShownBoard) {
  const [only, ...others] = parts
  return only !== undefined && others.length === 0
    ? laterChannelOf(sql`${only.channelId}::integer`)
    : sql`row.later_channel_id`
}

/** The terms of a merged board's rows are those of the adjustments alone. */
const selectAdjustment = (board: ShownBoard) =>
  isMerged(board)
    ? sql`
        select coalesce(sum(term.points), 0) as points
        from jsonb_to_recordset(coalesce(row.terms, '[]')) as term (points numeric)`
    : sql`select 0::numeric as points`

function addUp(rows: readonly StoredResult[]): RoundResults {
  const owners = new Map<string, RowOwner>()
  const summed = new Map<string, Summed>()
  for (const row of rows) {
    const key = rowKey(row)
    const { platform, login, userId } = row
    owners.set(key, { platform, login, userId })
    const before = summed.get(key)
    summed.set(key, before === undefined ? row : addLogins(before, row))
  }
  return { owners, results: ranked(summed) }
}

/**
 * The same in all rounds. Equal rows are in the order of their keys: by login, hidden racers after all others in an order
 * that tells nothing.
 */
function rowKey({ platform, login, userId, tied, laterChannelId }: StoredResult): string {
  return tied === null
    ? `${login} ${platform} ${userId ?? ''}`
    : `~${String(tied).padStart(16, '0')} ${laterChannelId ?? ''}`
}

type Summed = Pick<StoredResult, 'points' | 'adjustment' | 'isDisqualified' | 'games'>

/** What a disqualified login has counts for nothing. A person is disqualified if all their logins are. */
function addLogins(one: Summed, other: Summed): Summed {
  if (one.isDisqualified || other.isDisqualified) {
    return one.isDisqualified ? other : one
  }
  return {
    points: addPoints(one.points, other.points),
    adjustment: addPoints(one.adjustment, other.adjustment),
    isDisqualified: false,
    games: addOrUnknown(one.games, other.games),
  }
}

const addOrUnknown = (a: number | null, b: number | null) =>
  a === null || b === null ? null : a + b

function ranked(rows: ReadonlyMap<string, Summed>): RoundResult[] {
  const sumOf = ({ points, adjustment }: Summed) => addPoints(points, adjustment)
  const sorted = [...rows].toSorted(
    ([, a], [, b]) => Number(a.isDisqualified) - Number(b.isDisqualified) || sumOf(b) - sumOf(a),
  )
  let rank = 0
  let above: number | null = null
  return sorted.map(([row, { points, adjustment, isDisqualified, games }], index) => {
    const sum = addPoints(points, adjustment)
    if (sum !== above || isDisqualified) rank = index + 1
    above = sum
    return { row, points, adjustment, isDisqualified, games, rank }
  })
}
