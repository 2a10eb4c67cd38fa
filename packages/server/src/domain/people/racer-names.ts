/** The names of racers in SQL, and what others see of those who are hidden: docs/scoring.md, Racers. */
import { DEFAULT_PLATFORM, PLATFORMS } from '@rollcall/scoring/platforms'
import { HIDDEN_RACER, type Racer, racerName } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { lastOwnersOf } from './login-owners.ts'

const KNOWN = Object.entries(PLATFORMS).map(
  ([platform, { name }]) => sql`when ${sql.lit(platform)} then ${sql.lit(` (${name})`)}`,
)

/** The same as `withPlatform`, for the query's `racer`. */
export function withPlatformInSql(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${name} || case racer.platform
    when ${sql.lit(DEFAULT_PLATFORM)} then '' ${sql.join(KNOWN, sql` `)}
    else ' (' || upper(left(racer.platform, 1)) || substr(racer.platform, 2) || ')'
  end)`
}

/** The `racer_name` of the query's `racer`, hidden or not; the same as `racerName`. */
export const RACER_NAME = withPlatformInSql(sql`racer.login`)

const SEED = sql`(select seed from hidden_name_seed)`

/** What the query's `secret` of `hidden_racers` is called in a place. */
export interface HiddenScope {
  /** The number of `secret` and, if the place has several channels, of its `part`; null where nobody has a number. */
  number: RawBuilder<unknown>
  /** The channel of a row that stands for itself, because the racer first raced there after they hid; otherwise null. */
  laterChannelId: RawBuilder<unknown>
}

const NO_CHANNEL = sql`null::integer`

/**
 * Numbers are a permutation that nobody knows without the seed, another one in each place. A number in one place says
 * nothing about any other number there, nor about the same racer in another place.
 */
export const CHANNEL_SCOPE = (channelId: RawBuilder<unknown>): HiddenScope => ({
  number: permuted(sql`('channel ' || ${channelId})`, sql`secret.number - 1`, CHANNEL_BITS),
  laterChannelId: NO_CHANNEL,
})

/** The same number on all boards of an event, and another one on each later channel. */
export const EVENT_SCOPE = (
  eventId: RawBuilder<unknown>,
  laterChannelId: RawBuilder<unknown>,
): HiddenScope => ({
  number: permuted(
    eventPlace(eventId),
    // Pairs, diagonal by diagonal: no two are the same number.
    sql`(
      (secret.number - 1 + coalesce(part.later_channel_id, 0)::bigint)
        * (secret.number + coalesce(part.later_channel_id, 0)::bigint) / 2
      + coalesce(part.later_channel_id, 0)
    )`,
    EVENT_BITS,
  ),
  laterChannelId,
})

/** In lists of several channels a number would tell which of one channel is which of another. */
export const SCOPE_ANYWHERE: HiddenScope = { number: sql`null`, laterChannelId: NO_CHANNEL }

/** Half of the bits of numbers, so that most have at most 5 digits on a channel, and 8 in an event. */
const CHANNEL_BITS = 8
const EVENT_BITS = 13

const eventPlace = (eventId: RawBuilder<unknown>) => sql`('event ' || ${eventId})`

const permuted = (place: RawBuilder<unknown>, item: RawBuilder<unknown>, halfBits: number) => sql`
  permuted(${SEED}, ${place}, ${item}, ${sql.lit(halfBits)})`

/** The channel, if the query's `secret` first raced there after they hid; otherwise null. */
export const laterChannel = (channelId: RawBuilder<unknown>): RawBuilder<number | null> => sql`
  case when not exists (
    select from raced_before_hiding as before
    where before.number = secret.number and before.channel_id = ${channelId}
  ) then ${channelId} end`

/** The same of the query's `racer`, hidden or not; null for everybody who is not. */
export const laterChannelOf = (channelId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select ${laterChannel(channelId)} from hidden_racers as secret
  where secret.platform = racer.platform and secret.login = racer.login
)`

/** Names that have no number yet are nobody's own either. */
const hiddenName = ({ number }: HiddenScope) => sql<string>`
  concat_ws(' ', ${sql.lit(HIDDEN_RACER)}, 1 + ${number})`

const joinPart = ({ laterChannelId }: HiddenScope) => sql`
  cross join lateral (select ${laterChannelId} as later_channel_id) as part`

/**
 * Joins `hidden`, with the `name` by which a place knows the query's `racer` if the racer is hidden, and with
 * `later_channel_id`.
 *
 * @param viewerId who sees their own name
 */
export function joinHidden(
  scope: HiddenScope,
  viewerId: number | null = null,
): RawBuilder<unknown> {
  const isOther =
    viewerId === null ? sql`true` : sql`secret.user_id is distinct from ${viewerId}::integer`
  return sql`
    left join lateral (
      select ${hiddenName(scope)} as name, part.later_channel_id
      from hidden_racers as secret ${joinPart(scope)}
      where secret.platform = racer.platform and secret.login = racer.login and ${isOther}
    ) as hidden on true`
}

/** The same for rows that have been stored with a `racer_name`, which is given. */
export function joinHiddenByName(
  racerName: RawBuilder<unknown>,
  scope: HiddenScope,
): RawBuilder<unknown> {
  return sql`
    left join (
      select ${RACER_NAME} as racer_name, secret.number
      from hidden_racers as secret
      join lateral (select secret.platform, secret.login) as racer on true
    ) as secret on secret.racer_name = ${racerName}
    left join lateral (
      select ${hiddenName(scope)} as name
      from (select 1 where secret.number is not null) as found ${joinPart(scope)}
    ) as hidden on true`
}

/**
 * The order of hidden racers among equals, after all others: null for the others. Joins it to the query's `racer` as
 * `tied`, with a `number`. By login, equals around somebody would say how their name begins, and by id, when it came.
 *
 * @param scope of the numbers that readers see, or of a list without numbers
 */
export const joinTied = (scope: HiddenScope): RawBuilder<unknown> => sql`
  left join lateral (
    select ${scope.number} as number
    from hidden_racers as secret ${joinPart(scope)}
    where secret.platform = racer.platform and secret.login = racer.login
  ) as tied on true`

/** The order in a list in which nobody has a number. */
export const listScope = (list: string): HiddenScope => ({
  number: permuted(sql`${list}`, sql`secret.number - 1`, EVENT_BITS),
  laterChannelId: NO_CHANNEL,
})

/** Whether everybody may see the names of the query's `racer`. */
export const isNameShown = sql<boolean>`not exists (
  select from hidden_racers as secret
  where secret.platform = racer.platform and secret.login = racer.login
)`

/** Those of the racers that are not hidden, in the given order. */
export async function listShown<Asked extends Racer>(
  db: Db,
  racers: readonly Asked[],
): Promise<Asked[]> {
  const { rows } = await sql<{ number: number }>`
    select racer.number from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    ) with ordinality as racer (platform, login, number)
    where ${isNameShown}
    order by racer.number`.execute(db)
  return rows.flatMap(({ number }) => racers[number - 1] ?? [])
}

/** What a place calls hidden racers with these logins, on whatever platform. */
export async function findHiddenNames(
  db: Db,
  logins: readonly string[],
  scope: HiddenScope,
): Promise<ReadonlyMap<string, string>> {
  if (logins.length === 0) {
    return new Map()
  }
  const { rows } = await sql<{ login: string; name: string }>`
    select secret.login, ${hiddenName(scope)} as name
    from hidden_racers as secret ${joinPart(scope)}
    where secret.login = any(${logins}::text[])`.execute(db)
  return new Map(rows.map(({ login, name }) => [login, name]))
}

/** A `racer_name` that was stored or, if that racer is hidden now, the name that others see. */
export function shownRacerName(
  racerName: RawBuilder<unknown>,
  scope: HiddenScope,
): RawBuilder<string> {
  return sql<string>`coalesce(
    (
      select ${hiddenName(scope)} from hidden_racers as secret ${joinPart(scope)}
      join lateral (select secret.platform, secret.login) as racer on true
      where ${RACER_NAME} = ${racerName}
    ),
    ${racerName}
  )`
}

/** The racers that boards may list under a name, hidden or not: docs/scoring.md, Racers. */
export function racersCalled(name: string): Racer[] {
  const [, login, platform] = /^(.+) \((.+)\)$/s.exec(name) ?? []
  return [
    ...(login && platform ? [{ platform: platform.toLowerCase(), login }] : []),
    { platform: DEFAULT_PLATFORM, login: name },
  ]
}

/**
 * The racers that others may know by a name in an event, the likeliest first by `choice`: `racer_id`, platform and login.
 * Hidden ones are known only by the name that they have there: they have a `number`, and a `later_channel_id` if their row
 * is that of one channel. A hidden login leads nowhere, like one that nobody has.
 */
export function racersShownAs(name: string, eventId: number): RawBuilder<unknown> {
  const called = racersCalled(name)
  const [, shown = null] = HIDDEN_NAME.exec(name) ?? []
  const pair = sql`permuted(
    ${SEED}, ${eventPlace(sql`${eventId}::integer`)}, ${shown}::bigint - 1, ${sql.lit(EVENT_BITS)}, true
  )`
  return sql`(
    select racer.id as racer_id, racer.platform, racer.login, null::integer as number,
      null::integer as later_channel_id, asked.choice
    from unnest(
      ${called.map(({ platform }) => platform)}::text[],
      ${called.map(({ login }) => login)}::text[]
    ) with ordinality as asked (platform, login, choice)
    join racers as racer on racer.platform = asked.platform and racer.login = asked.login
    where ${isNameShown}
    union all
    select racer.id, racer.platform, racer.login, secret.number,
      nullif(pair.item - diagonal.number * (diagonal.number + 1) / 2, 0), 0
    from (select ${pair} as item) as pair
    cross join lateral (
      select floor((sqrt(8 * pair.item::float8 + 1) - 1) / 2)::bigint as number
    ) as diagonal
    join hidden_racers as secret on secret.number
      = 1 + diagonal.number - (pair.item - diagonal.number * (diagonal.number + 1) / 2)
    join racers as racer on racer.platform = secret.platform and racer.login = secret.login
  )`
}

/** Whether results on a channel belong to the row that a racer of `racersShownAs` is known by. */
export const isShownOn = (channelId: RawBuilder<unknown>) => sql<boolean>`(
  racer.number is null or racer.later_channel_id is not distinct from (
    select ${laterChannel(channelId)} from (select racer.number) as secret
  )
)`

/** With at most as many digits as numbers have. */
const HIDDEN_NAME = new RegExp(`^${HIDDEN_RACER} (\\d{1,15})$`)

/** What has changed for readers; the caller announces it. */
export type NameTopic = 'names' | `games:${number}`

/**
 * Brings up to date which of the users' logins are hidden: those whose owner, or last owner, hides their name.
 */
export async function updateHiddenRacers(
  trx: Db,
  userIds: readonly number[],
): Promise<NameTopic[]> {
  const owned = sql`(
    select last.platform, last.login, last.user_id,
      owner.hides_name_since is not null as is_hidden
    from ${lastOwnersOf(userIds)} as last
    join users as owner on owner.id = last.user_id
  ) as owned`
  const { rows: shown } = await sql<{ channelIds: number[] }>`
    with shown as (
      delete from hidden_racers as secret using ${owned}
      where secret.platform = owned.platform and secret.login = owned.login and not owned.is_hidden
      returning secret.platform, secret.login
    )
    select array(
      select channel_id from racers as racer ${joinRaced}
      where racer.platform = shown.platform and racer.login = shown.login
    ) as "channelIds"
    from shown`.execute(trx)
  const hidden = await hideRacers(
    trx,
    sql`select platform, login, user_id from ${owned} where is_hidden`,
  )
  await noteNameChanges(
    trx,
    shown.flatMap(({ channelIds }) => channelIds),
  )
  return [...new Set([...topicsOf(shown), ...hidden])]
}

/** Hides logins; null for a user means that nobody can show them again. @param racers selects platform, login, `user_id` */
export async function hideRacers(trx: Db, racers: RawBuilder<unknown>): Promise<NameTopic[]> {
  await sql`insert into hidden_name_seed default values on conflict do nothing`.execute(trx)
  const { rows } = await sql<Racer & { channelIds: number[] }>`
    with hidden as (
      insert into hidden_racers as secret (platform, login, user_id)
      select platform, login, user_id from (${racers}) as racer order by platform, login
      on conflict (platform, login) do update set user_id = excluded.user_id
      where excluded.user_id is not null and secret.user_id is distinct from excluded.user_id
      -- A row version without xmax has not replaced another one: it was just inserted.
      returning number, platform, login, xmax = 0 as is_new
    ),
    raced as materialized (
      select hidden.number, hidden.is_new, raced.channel_id
      from hidden
      join racers as racer on racer.platform = hidden.platform and racer.login = hidden.login
      ${joinRaced}
    ),
    noted as (
      insert into raced_before_hiding (number, channel_id)
      select number, channel_id from raced where is_new
    )
    select platform, login,
      array(select channel_id from raced where raced.number = hidden.number) as "channelIds"
    from hidden`.execute(trx)
  await noteNameChanges(
    trx,
    rows.flatMap(({ channelIds }) => channelIds),
  )
  await reorderFrozen(trx, rows.map(racerName))
  return topicsOf(rows)
}

const topicsOf = (changed: readonly { channelIds: readonly number[] }[]): NameTopic[] =>
  changed.length === 0
    ? []
    : [
        'names',
        ...changed.flatMap(({ channelIds }) => channelIds.map((id) => `games:${id}` as const)),
      ]

/** Joins the channels on which the query's `racer` has results, as `raced`. */
const joinRaced = sql`
  cross join lateral (
    select channel_id from racer_totals where racer_id = racer.id
    union select channel_id from game_results where racer_id = racer.id
    union select channel_id from event_racers where racer_id = racer.id
  ) as raced`

/** The boards of these channels are made again. */
async function noteNameChanges(trx: Db, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) {
    return
  }
  await sql`
    insert into name_changes as known (channel_id, changes)
    select distinct channel_id, 1 from unnest(${channelIds}::integer[]) as channel_id
    order by channel_id
    on conflict (channel_id) do update set changes = known.changes + 1`.execute(trx)
}

/** Boards that shows have frozen are not made again, so hidden racers go behind their equals. Their ranks stay. */
async function reorderFrozen(trx: Db, racerNames: readonly string[]): Promise<void> {
  if (racerNames.length === 0) {
    return
  }
  // Two rows must not have one position, not even between two rows of a statement.
  const { rows: moved } = await sql<{ eventId: number }>`
    with tied as (
      select distinct event_id, board, rank from show_rows
      where racer_name = any(${racerNames}::text[]) and row_of is distinct from 'team'
    ),
    placed as (
      select row.event_id, row.board, row.position,
        -- The first of those who share a rank stays first, also if they are disqualified.
        min(row.position) over (partition by row.event_id, row.board, row.rank)
          - 1 + row_number() over (
          partition by row.event_id, row.board, row.rank
          order by ${EVENT_SCOPE(sql`row.event_id`, sql`row.later_channel_id`).number} nulls first, row.position
        ) as place
      from tied join show_rows as row using (event_id, board, rank)
      left join (
        select ${RACER_NAME} as racer_name, secret.number
        from hidden_racers as secret
        join lateral (select secret.platform, secret.login) as racer on true
      ) as secret on secret.racer_name = row.racer_name
      cross join lateral (select row.later_channel_id) as part
    )
    update show_rows as row set position = -placed.place
    from placed
    where (row.event_id, row.board, row.position)
      = (placed.event_id, placed.board, placed.position) and placed.place <> row.position
    returning row.event_id as "eventId"`.execute(trx)
  await sql`
    update show_rows set position = -position
    where position < 0 and event_id = any(${[...new Set(moved.map(({ eventId }) => eventId))]}::integer[])`.execute(
    trx,
  )
}

/**
 * Whether the query's row of `racers` stays. New ones are deleted again if only refused uploads name them:
 * sweep-racers.ts. On a day with a million new racers, `not in` would read them all for each row.
 */
export const isKept = sql<boolean>`not exists (
  select from new_racers as new where new.racer_id = racers.id
)`
