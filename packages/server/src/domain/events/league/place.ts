/** The place of somebody in a league's table. */
import { LEAGUE_PAGE_SIZE } from '@rollcall/contract/leagues'
import type { LeaguePlace } from '@rollcall/contract/leagues-public'
import type { TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { isOthersToo, ownsDuring, racersOfUser } from '../../people/login-owners.ts'
import type { LeagueTable } from './kept-tables.ts'
import { showRows } from './table.ts'

interface OwnedLogin {
  platform: string
  login: string
  from: Date | null
  until: Date | null
}

/** The best row of the user, under their name or under a login that was theirs in a round; null: there is none. */
export async function findOwnRow(
  db: Db,
  { rows, owners, rounds }: LeagueTable,
  userId: number,
): Promise<TableRow | null> {
  const isMeanwhile = ownsDuring('other', {
    from: sql`(select min(instant) from unnest(${rounds.map(({ startsAt }) => startsAt)}::timestamptz[]) as instant)`,
    until: sql`(select max(instant) from unnest(${rounds.map(({ endsAt }) => endsAt)}::timestamptz[]) as instant)`,
  })
  const { rows: logins } = await sql<OwnedLogin>`
    select owned.platform, owned.login, owned.started_at as "from", owned.ended_at as until
    from ${racersOfUser(userId)} as owned
    -- What several people had meanwhile is nobody's own row, and one of them may hide their name.
    where not ${isOthersToo('owned', userId, isMeanwhile)}`.execute(db)
  const isOwn = ({ row, cells }: TableRow) => {
    const owner = owners.get(row)
    if (owner === undefined || owner.userId !== null || owner.channelId !== undefined) {
      return owner?.userId === userId
    }
    // A hidden racer's row, or that of a login.
    const raced = rounds.filter(
      (_, index) => cells[index]?.rank != null || cells[index]?.isDisqualified,
    )
    return logins.some(
      ({ platform, login, from, until }) =>
        platform === owner.platform &&
        login === owner.login &&
        raced.some(
          ({ startsAt, endsAt }) =>
            (from === null || from < endsAt) && (until === null || until > startsAt),
        ),
    )
  }
  return rows.find(isOwn) ?? null
}

/** The row between those with the next ranks. Rows without a rank are beside each other. */
export async function placeOf(
  db: Db,
  table: LeagueTable,
  { row, minimumRounds }: { row: TableRow; minimumRounds: number },
): Promise<LeaguePlace | null> {
  const position = table.rows.indexOf(row)
  const isOther = (other: TableRow) =>
    row.rank === null
      ? other.rank === null && other.total !== row.total
      : other.rank !== null && other.rank !== row.rank
  const above = table.rows.slice(0, position).findLast(isOther)
  const below = table.rows.slice(position + 1).find(isOther)
  const [own, ...others] = await showRows(db, table, {
    shown: [row, ...[above, below].flatMap((each) => each ?? [])],
    minimumRounds,
  })
  return own === undefined
    ? null
    : {
        row: own,
        page: 1 + Math.floor(position / LEAGUE_PAGE_SIZE),
        above: (above && others[0]) ?? null,
        below: (below && others.at(-1)) ?? null,
      }
}
