/** The rounds of a series, and what each row has of those whose results everybody may see. */
import type { Round } from '@rollcall/contract/leagues'
import { addPoints } from '@rollcall/scoring/points'
import { type Racer, racerKey } from '@rollcall/scoring/racer'
import type { RoundResult } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ownersByLogin, ownsDuring } from '../../people/login-owners.ts'
import { isOpenBoard } from '../../visibility/event-access.ts'
import type { EventBoards } from '../boards/event-boards.ts'

/** Whom a row is about: a person under all their logins, or a login. */
export interface RowOwner extends Racer {
  /** Whether some of what the login has is another owner's. */
  isOfOthers: boolean
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
  owners: number
  isLater: boolean
  points: number
  games: number
}

/** What everybody sees on the round's board, by person; null if nobody has any results. */
export async function readRound(
  { db, boards }: { db: Db; boards: EventBoards },
  { eventId, organiserId, startsAt, endsAt }: SeriesRound,
): Promise<RoundResults | null> {
  const found = await boards.getStreamerBoards({ eventId, organiserId })
  const board = await boards.getBoard(found, null)
  if (board.id === null) {
    return null
  }
  const isThen = ownsDuring('period', {
    from: sql`${startsAt}::timestamptz`,
    until: sql`${endsAt}::timestamptz`,
  })
  const { rows } = await sql<StoredResult>`
    select coalesce(person.platform, racer.platform) as platform,
      coalesce(person.login, racer.login) as login, person.id as "userId",
      coalesce(owner.owners, 0) as owners, row.later_channel_id is not null as "isLater",
      row.event_points as points, row.race_games + row.royale_games as games
    from event_board_rows as row
    join racers as racer on racer.id = row.racer_id
    left join ${ownersByLogin(isThen)} as owner
      on owner.platform = racer.platform and owner.login = racer.login
    left join users as person on person.id = owner.user_id and owner.owners = 1
    where row.board_id = ${board.id}`.execute(db)
  return rows.length === 0 ? null : byPerson(rows)
}

function byPerson(rows: readonly StoredResult[]): RoundResults {
  const owners = new Map<string, RowOwner>()
  const summed = new Map<string, { points: number; games: number | null }>()
  for (const { platform, login, userId, isLater, points, games, ...row } of rows) {
    const key = rowKey({ platform, login, userId, isLater })
    owners.set(key, { platform, login, isOfOthers: row.owners > 1 })
    const before = summed.get(key)
    // A snapshot may not say how many games somebody played.
    const known = games === 0 ? null : games
    summed.set(key, {
      points: addPoints(before?.points ?? 0, points),
      games: before === undefined ? known : addOrUnknown(before.games, known),
    })
  }
  return { owners, results: ranked(summed) }
}

/** Channels on which somebody raced first after they hid their name are a row of their own, as on the boards. */
function rowKey({
  userId,
  isLater,
  ...racer
}: Racer & { userId: number | null; isLater: boolean }) {
  return `${userId === null ? racerKey(racer) : `person ${userId}`}${isLater ? ' later' : ''}`
}

const addOrUnknown = (a: number | null, b: number | null) =>
  a === null || b === null ? null : a + b

function ranked(
  rows: ReadonlyMap<string, { points: number; games: number | null }>,
): RoundResult[] {
  const sorted = [...rows].toSorted(([, a], [, b]) => b.points - a.points)
  let rank = 0
  return sorted.map(([row, { points, games }], index) => {
    if (points !== sorted[index - 1]?.[1].points) rank = index + 1
    return { row, points, games, rank }
  })
}
