/** Rows of leagues that something is stored about: a person or a login, because keys of rows do not last. */
import type { BodyOf } from '@rollcall/contract/endpoint'
import type { passOver } from '@rollcall/contract/leagues-prizes'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { lastOwnerOfSame } from '../../people/login-owners.ts'
import { joinTied, listScope } from '../../people/racer-names.ts'
import { type RowOwner, rowKey } from './round-results.ts'
import { streamerKey } from './streamer-results.ts'
import { labelsOf, type NamedTable } from './table.ts'

/** Which row it is: the first that the table has. */
export type RowChoices = readonly [RowChoice, ...RowChoice[]]

interface RowChoice {
  row: string
  owner: RowOwner
}

export interface StoredRow extends Racer {
  /** Whether it is about a person and not about a login. */
  isOfPerson: boolean
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  /** As the table knows the person: whose row it is, or who had the login last. */
  person: (Racer & { userId: number }) | null
  /** The person's own channel, if it is about a person. */
  streamer: (Racer & { userId: number; channelId: number }) | null
}

/** The columns of `StoredRow`, for a query with `joinStoredRow`. */
export const STORED_ROW = sql`
  racer.platform, racer.login, entry.user_id is not null as "isOfPerson", tied.number as tied,
  entry.later_channel_id as "laterChannelId",
  case when person.id is not null then json_build_object(
    'userId', person.id, 'platform', person.platform, 'login', person.login
  ) end as person,
  case when channel.id is not null then json_build_object(
    'userId', entry.user_id, 'channelId', channel.id,
    'platform', channel.platform, 'login', channel.login
  ) end as streamer`

/** Joins whom the query's `entry` is about: its `user_id`, or its `racer_id` and `later_channel_id`. */
export const joinStoredRow = sql`
  left join users as member on member.id = entry.user_id
  left join racers as known on known.id = entry.racer_id
  left join channels as channel on channel.user_id = entry.user_id
  cross join lateral (
    select coalesce(member.platform, known.platform) as platform,
      coalesce(member.login, known.login) as login
  ) as racer
  left join users as person
    on person.id = coalesce(entry.user_id, ${lastOwnerOfSame('racer')})
    and person.hides_name_since is null
  ${joinTied(listScope('league'))}`

/**
 * A person who hides their name has the row of the login that they sign in with; a login whose owner no longer hides it
 * is in its owner's row. In a league of streamers the person has the row of their channel.
 */
export function choicesOf({ streamer, ...stored }: StoredRow): RowChoices {
  const [first, ...others] = racerChoices(stored)
  return streamer === null
    ? [first, ...others]
    : [
        first,
        ...others,
        { row: streamerKey(streamer.channelId), owner: { ...streamer, laterChannelId: null } },
      ]
}

function racerChoices({
  platform,
  login,
  isOfPerson,
  tied,
  laterChannelId,
  person,
}: Omit<StoredRow, 'streamer'>): RowChoices {
  const choose = (of: Racer & { userId: number | null }, hidden = NOT_HIDDEN): RowChoice => ({
    row: rowKey({ ...of, ...hidden }),
    owner: { ...of, laterChannelId: hidden.laterChannelId },
  })
  const ofLogin = choose({ platform, login, userId: null }, { tied, laterChannelId })
  if (tied !== null || person === null) {
    return [ofLogin]
  }
  // A login that several people had is a row of its own, beside those of its owners.
  return isOfPerson ? [choose(person)] : [ofLogin, choose(person)]
}

const NOT_HIDDEN: Pick<StoredRow, 'tied' | 'laterChannelId'> = { tied: null, laterChannelId: null }

/** Whether two owners are of one row. */
export const isSameRow = (one: RowOwner, other: RowOwner): boolean =>
  one.channelId !== other.channelId
    ? false
    : one.userId === null
      ? other.userId === null &&
        one.platform === other.platform &&
        one.login === other.login &&
        one.laterChannelId === other.laterChannelId
      : one.userId === other.userId

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
