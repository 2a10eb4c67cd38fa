/** Who helps with an event or a series, as its organisers, its helpers and its streamers read it. */
import type { PageAddress } from '@rollcall/contract/endpoint'
import type { HelperRole, Helping } from '@rollcall/contract/helping'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import { HELPS_IN_EVENT } from '../../rights/helpers.ts'
import { type Helped, isIn } from './helped.ts'

type Names = { username: string; display_name?: string }

interface StoredHelper {
  userId: number
  names: Names
  page: PageAddress
  role: HelperRole
  seesSealed: boolean
  addedAt: Date
  addedBy: Names | null
}

const ADDER_NAMES = sql<Names | null>`
  case when adder.id is not null then ${userNames('adder')} end`

/** Co-organisers first, each by name. */
export async function listHelpers(db: Db, helped: Helped): Promise<StoredHelper[]> {
  const { rows } = await sql<StoredHelper>`
    select helper.user_id as "userId", ${userNames('who')} as names,
      json_build_object('platform', who.platform, 'login', who.login) as page,
      helper.role, helper.sees_sealed_since is not null as "seesSealed",
      helper.added_at as "addedAt", ${ADDER_NAMES} as "addedBy"
    from helpers as helper
    join users as who on who.id = helper.user_id
    left join users as adder on adder.id = helper.added_by
    where ${isIn(helped)}
    order by helper.role, who.login, who.id`.execute(db)
  return rows
}

/**
 * How the user helps with what is listed.
 *
 * @param where which of the query's `helper`s concern it
 * @param listedEventId the event, if it is one; an entry names others
 */
export const helpOf = (
  userId: number,
  where: RawBuilder<boolean>,
  listedEventId: RawBuilder<unknown> = sql`null::integer`,
) => sql<Helping[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'event', case when helped.id is distinct from ${listedEventId}
        then jsonb_build_object('id', helped.id, 'name', helped.name) end,
      'role', helper.role,
      'seesSealed', helper.sees_sealed_since is not null,
      'by', ${ADDER_NAMES}
    ) order by helped.name nulls first, helper.id
  )
  from helpers as helper
  left join events as helped on helped.id = helper.event_id
  left join users as adder on adder.id = helper.added_by
  where helper.user_id = ${userId} and ${where}
), '[]')`

/**
 * Who may see the sealed results of the query's `event` besides its organiser, each once, with how long they have been
 * able to. If the event came into their series later, it is since then.
 *
 * @param answeredAt when the streamer agreed; null if that is not known
 */
export const trustedIn = (answeredAt: RawBuilder<unknown>) => sql<
  { names: Names; role: HelperRole; since: string; isLater: boolean }[]
>`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'names', seer.names, 'role', seer.role, 'since', seer.since,
      'isLater', coalesce(seer.since > ${answeredAt}, true)
    ) order by seer.role, seer.login, seer.id
  )
  from (
    select distinct on (who.id) who.id, who.login, ${userNames('who')} as names, helper.role,
      greatest(
        helper.sees_sealed_since, case when helper.series_id is not null then event.series_since end
      ) as since
    from helpers as helper join users as who on who.id = helper.user_id
    where ${HELPS_IN_EVENT} and helper.sees_sealed_since is not null
    order by who.id, since
  ) as seer
), '[]')`
