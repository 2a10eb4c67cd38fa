/** What each row has of a round whose results everybody may see. */
import { addPoints } from '@rollcall/scoring/points'
import type { Racer } from '@rollcall/scoring/racer'
import type { RoundResult } from '@rollcall/scoring/series'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ownersByLogin, ownsDuring } from '../../people/login-owners.ts'
import { joinTied, laterChannelOf, listScope } from '../../people/racer-names.ts'
import type { EventBoards, ShownBoard } from '../boards/event-boards.ts'
import { GAMES, joinPlayed } from '../boards/read-board.ts'
import type { SeriesRound } from './rounds.ts'

/** Whom a row is about: a person under all their logins, or one login. */
export interface RowOwner extends Racer {
  /** null: the row is about the login. */
  userId: number | null
  /** The row of a hidden racer may be what they have on one channel. */
  laterChannelId: number | null
}

export interface RoundResults {
  results: RoundResult[]
  /** By row. */
  owners: ReadonlyMap<string, RowOwner>
}

interface StoredResult extends Racer {
  userId: number | null
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  points: number
  /** null: some channel does not say how many. */
  games: number | null
}

/** What everybody sees on the round's board; null if nobody has any results. */
export async function readRound(
  { db, boards }: { db: Db; boards: EventBoards },
  round: Pick<SeriesRound, 'eventId' | 'organiserId' | 'startsAt' | 'endsAt' | 'board'>,
): Promise<RoundResults | null> {
  const { eventId, organiserId, startsAt, endsAt, board } = round
  const results =
    board === null
      ? currentResults(
          await boards.getBoard(await boards.getStreamerBoards({ eventId, organiserId }), null),
        )
      : frozenResults({ eventId, board })
  const isThen = ownsDuring('period', {
    from: sql`${startsAt}::timestamptz`,
    until: sql`${endsAt}::timestamptz`,
  })
  const { rows } = await sql<StoredResult>`
    select coalesce(person.platform, racer.platform) as platform,
      coalesce(person.login, racer.login) as login, person.id as "userId", tied.number as tied,
      row.later_channel_id as "laterChannelId", row.points, row.games
    from (${results}) as row
    join racers as racer on racer.id = row.racer_id
    ${joinTied(listScope('league'))}
    left join ${ownersByLogin(isThen)} as owner
      on owner.platform = racer.platform and owner.login = racer.login
    -- Two logins of a hidden racer as one row would tell that they are one person's.
    left join users as person
      on person.id = owner.user_id and owner.owners = 1 and tied.number is null
      -- A login that they gave up is not hidden, and must not be joined to somebody who is.
      and person.hides_name_since is null`.execute(db)
  return rows.length === 0 ? null : addUp(rows)
}

/** Selects what the board's rows give. */
function currentResults(board: ShownBoard): RawBuilder<unknown> {
  return sql`
    select row.racer_id, ${laterChannelIdOn(board)} as later_channel_id,
      row.event_points as points, ${GAMES} as games
    from event_board_rows as row
    join racers as racer on racer.id = row.racer_id
    ${joinPlayed(board.parts)}
    where row.board_id = ${board.id}`
}

/** The same of a frozen board. */
const frozenResults = ({ eventId, board }: { eventId: number; board: number }) => sql`
  select racer_id, later_channel_id, event_points as points, games
  from show_rows where event_id = ${eventId} and board = ${board}`

/** A merged board has stored it; one streamer's board, also if it stands for all, has no such rows. */
function laterChannelIdOn({ parts }: ShownBoard) {
  const [only, ...others] = parts
  return only !== undefined && others.length === 0
    ? laterChannelOf(sql`${only.channelId}::integer`)
    : sql`row.later_channel_id`
}

function addUp(rows: readonly StoredResult[]): RoundResults {
  const owners = new Map<string, RowOwner>()
  const summed = new Map<string, Pick<StoredResult, 'points' | 'games'>>()
  for (const row of rows) {
    const key = rowKey(row)
    const { platform, login, userId, points, games } = row
    const laterChannelId = row.tied === null ? null : row.laterChannelId
    owners.set(key, { platform, login, userId, laterChannelId })
    const before = summed.get(key)
    summed.set(key, {
      points: addPoints(before?.points ?? 0, points),
      games: before === undefined ? games : addOrUnknown(before.games, games),
    })
  }
  return { owners, results: ranked(summed) }
}

/**
 * The same in all rounds. Equal rows are in the order of their keys: by login, hidden racers after all others in an order
 * that tells nothing.
 */
export function rowKey({
  platform,
  login,
  userId,
  tied,
  laterChannelId,
}: Omit<StoredResult, 'points' | 'games'>): string {
  return tied === null
    ? `${login} ${platform} ${userId ?? ''}`
    : `~${String(tied).padStart(16, '0')} ${laterChannelId ?? ''}`
}

const addOrUnknown = (a: number | null, b: number | null) =>
  a === null || b === null ? null : a + b

function ranked(rows: ReadonlyMap<string, Pick<StoredResult, 'points' | 'games'>>): RoundResult[] {
  const sorted = [...rows].toSorted(([, a], [, b]) => b.points - a.points)
  let rank = 0
  return sorted.map(([row, { points, games }], index) => {
    if (points !== sorted[index - 1]?.[1].points) rank = index + 1
    return { row, points, games, rank }
  })
}
