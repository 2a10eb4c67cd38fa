/** Who wins no prize of a league: stored for a person or a login, and found in the table by the key of its row. */
import { MAX_PASSED_OVER } from '@rollcall/contract/leagues-prizes'
import type { PassedOverReason } from '@rollcall/scoring/prizes'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { lastOwnerOfSame } from '../../people/login-owners.ts'
import { joinTied, listScope } from '../../people/racer-names.ts'
import { type RowOwner, rowKey } from './round-results.ts'
import { streamerKey } from './streamer-results.ts'

interface PassedOver {
  id: number
  reason: PassedOverReason
  /** Which row it is: the first that the table has. */
  choices: [RowChoice, ...RowChoice[]]
}

interface RowChoice {
  row: string
  owner: RowOwner
}

interface StoredPassedOver extends Racer {
  id: number
  reason: PassedOverReason
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  /** As the table knows the person: whose row it is, or who had the login last. */
  person: (Racer & { userId: number }) | null
  /** The person's own channel, if it is about a person. */
  streamer: (Racer & { userId: number; channelId: number }) | null
}

/**
 * In the order in which they were passed over. A person who hides their name is still passed over, under the login that
 * they sign in with; a login whose owner no longer hides it, under its owner's name.
 */
export async function listPassedOver(db: Db, seriesId: number): Promise<PassedOver[]> {
  const { rows } = await sql<StoredPassedOver>`
    select entry.id, entry.reason, racer.platform, racer.login, tied.number as tied,
      entry.later_channel_id as "laterChannelId",
      case when person.id is not null then json_build_object(
        'userId', person.id, 'platform', person.platform, 'login', person.login
      ) end as person,
      case when channel.id is not null then json_build_object(
        'userId', entry.user_id, 'channelId', channel.id,
        'platform', channel.platform, 'login', channel.login
      ) end as streamer
    from league_passed_over as entry
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
    ${joinTied(listScope('league'))}
    where entry.series_id = ${seriesId}
    order by entry.id`.execute(db)
  return rows.map(toPassedOver)
}

function toPassedOver({ id, reason, person, streamer, ...row }: StoredPassedOver): PassedOver {
  const ofLogin = { ...row, userId: null }
  const ofPerson = person && { ...person, tied: null, laterChannelId: null }
  const choose = (of: typeof ofLogin | NonNullable<typeof ofPerson>): RowChoice => ({
    row: rowKey(of),
    owner: of,
  })
  return {
    ...{ id, reason },
    choices: [
      choose(ofLogin),
      // A login that several people had is a row of its own, beside those of its owners.
      ...(row.tied !== null || ofPerson === null ? [] : [choose(ofPerson)]),
      ...(streamer === null
        ? []
        : [{ row: streamerKey(streamer.channelId), owner: { ...streamer, laterChannelId: null } }]),
    ],
  }
}

/**
 * Needs a transaction that has locked the series.
 *
 * @returns the id of its entry, an existing one if there is one
 * @throws {ApiError} if there are too many
 */
export async function storePassedOver(
  trx: Db,
  { seriesId, owner, reason }: { seriesId: number; owner: RowOwner; reason: PassedOverReason },
): Promise<number> {
  const { userId, platform, login, laterChannelId } = owner
  const { rows } = await sql<{ id: number }>`
    insert into league_passed_over (series_id, user_id, racer_id, later_channel_id, reason)
    values (
      ${seriesId}, ${userId},
      case when ${userId}::integer is null
        then (select id from racers where platform = ${platform} and login = ${login}) end,
      ${laterChannelId}, ${reason}
    )
    on conflict (series_id, user_id, racer_id, later_channel_id)
      do update set reason = excluded.reason
    returning id`.execute(trx)
  const [entry] = rows
  if (entry === undefined) {
    throw new Error('a row of a table is of somebody who is stored')
  }
  const { number } = await trx
    .selectFrom('league_passed_over')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number > MAX_PASSED_OVER) {
    throw new ApiError('too_many_passed_over', { most: MAX_PASSED_OVER })
  }
  return entry.id
}
