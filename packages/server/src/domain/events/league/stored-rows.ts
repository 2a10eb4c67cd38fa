/** Rows of leagues about which organisers have said something: rows have no keys that last. */
import type { BodyOf } from '@rollcall/contract/endpoint'
import type { passOver } from '@rollcall/contract/leagues-prizes'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { lastOwnerOfSame } from '../../people/login-owners.ts'
import { joinTied, listScope } from '../../people/racer-names.ts'
import { type RowOwner, rowKey } from './round-results.ts'
import { labelsOf, type NamedTable } from './table.ts'

interface RowChoice {
  row: string
  owner: RowOwner
}

/** Which row it is: the first that the table has. */
export type RowChoices = [RowChoice, ...RowChoice[]]

export interface StoredRow extends Racer {
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  /** As the table knows the person: whose row it is, or who had the login last. */
  person: (Racer & { userId: number }) | null
}

/** The columns of a `StoredRow`, with `joinStoredRow`. */
export const STORED_ROW = sql`
  racer.platform, racer.login, tied.number as tied, entry.later_channel_id as "laterChannelId",
  case when person.id is not null then json_build_object(
    'userId', person.id, 'platform', person.platform, 'login', person.login
  ) end as person`

/**
 * Joins whose row the query's `entry` is about. A person who hides their name is found under the login that they sign in
 * with; a login whose owner no longer hides it, under its owner's name.
 */
export const joinStoredRow = sql`
  left join users as member on member.id = entry.user_id
  left join racers as known on known.id = entry.racer_id
  cross join lateral (
    select coalesce(member.platform, known.platform) as platform,
      coalesce(member.login, known.login) as login
  ) as racer
  left join users as person
    on person.id = coalesce(entry.user_id, ${lastOwnerOfSame('racer')})
    and person.hides_name_since is null
  ${joinTied(listScope('league'))}`

export function rowChoices({ person, ...row }: StoredRow): RowChoices {
  const ofLogin = { ...row, userId: null }
  const ofPerson = person && { ...person, tied: null, laterChannelId: null }
  const choose = (of: typeof ofLogin | NonNullable<typeof ofPerson>): RowChoice => ({
    row: rowKey(of),
    owner: of,
  })
  // A login that several people had is a row of its own, beside those of its owners.
  return row.tied !== null || ofPerson === null
    ? [choose(ofLogin)]
    : [choose(ofLogin), choose(ofPerson)]
}

export function chooseRow(choices: RowChoices, owners: ReadonlyMap<string, RowOwner>): RowChoice {
  const [first] = choices
  return choices.find(({ row }) => owners.has(row)) ?? first
}

/** The values of `user_id`, `racer_id` and `later_channel_id`. */
export const ownerColumns = ({ userId, platform, login, laterChannelId }: RowOwner) => sql`
  ${userId}::integer,
  case when ${userId}::integer is null
    then (select id from racers where platform = ${platform} and login = ${login}) end,
  ${laterChannelId}::integer`

/** @throws {ApiError} if another row is in its place by now */
export async function findSeenRow(
  db: Db,
  table: NamedTable,
  seen: BodyOf<typeof passOver>['row'],
): Promise<RowOwner> {
  const { rows, owners } = table
  const found = rows[Number(seen.id) - 1]
  const owner = found && owners.get(found.row)
  if (found === undefined || owner === undefined || found.total !== seen.total) {
    throw new ApiError('league_table_changed')
  }
  const labels = await labelsOf(db, [found.row], owners)
  if (labels.get(found.row)?.racer_name !== seen.racer_name) {
    throw new ApiError('league_table_changed')
  }
  return owner
}
