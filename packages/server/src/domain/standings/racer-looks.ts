/** Racers' names and colours, in the form in which they leave the server. */
import { type Racer, type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { fitOf, foldedAscii, foldedInSql, isPartOf } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import { isGivenUpAfter, joinPresentOwner } from '../people/login-owners.ts'
import {
  CHANNEL_SCOPE,
  type HiddenScope,
  joinHidden,
  SCOPE_ANYWHERE,
  withPlatformInSql,
} from '../people/racer-names.ts'

/** A racer's name on a channel, and the name's colour there. All names of a hidden racer are the one that others see. */
export interface RacerLook {
  racer_name: string
  /** The name to show; the `racer_name` if no other name is known. */
  name: string
  /** The name to show on boards of several channels. */
  nameAnywhere: string
  /** RRGGBBAA; null if unknown. */
  color: string | null
  /** Whether some of what the row covers is another owner's: then it has nobody's name, and leads nowhere. */
  isOfOthers: boolean
}

/** A racer of a row; `isOfOthers` as in `RacerLook`. */
interface RacerOfRow extends Racer {
  isOfOthers?: boolean
}

/**
 * The names and colours of racers on a channel, in the given order. A name comes from the racer's own sign-in,
 * otherwise from that channel, otherwise it is the login as files write it. The platform follows the name as in
 * `racer_name`. docs/scoring.md, Racers.
 *
 * @param racers at most a thousand; for more, the database would read whole tables
 */
export async function looksOf<Asked extends RacerOfRow>(
  db: Db,
  { channelId, racers }: { channelId: number; racers: readonly Asked[] },
): Promise<(Asked & RacerLook)[]> {
  const { rows } = await sql<KnownNames>`
    select ${KNOWN_NAMES}
    from ${askedRacers(racers)} as racer
    ${joinNames(sql`${channelId}::integer`, { isOfOthers: IS_ASKED_OF_OTHERS })}
    order by racer.number`.execute(db)
  return racers.map((racer, index) => ({ ...racer, ...lookOf(racer, rows[index] ?? UNKNOWN) }))
}

/**
 * The names and colours for lists with racers of several channels, and for racers' own pages: names that are the same
 * everywhere, and a colour if all channels that know one agree.
 *
 * @param racers at most a thousand
 * @param viewerId who sees their own name although it is hidden
 */
export async function looksAnywhere<Asked extends RacerOfRow>(
  db: Db,
  racers: readonly Asked[],
  viewerId: number | null = null,
): Promise<(Asked & RacerLook)[]> {
  const { rows } = await sql<KnownNames>`
    select ${NAME_ANYWHERE} as anywhere, ${NAME_ANYWHERE} as here, known.color,
      hidden.name as hidden, whose.others
    from ${askedRacers(racers)} as racer
    ${joinOwner(IS_ASKED_OF_OTHERS)}
    ${joinHidden(SCOPE_ANYWHERE, viewerId)}
    left join lateral (
      select case when count(distinct named.color) = 1 then min(named.color) end as color
      from (
        select distinct channel_id from racer_totals where racer_id = racer.id
      ) as played
      join channel_racers as named
        on named.channel_id = played.channel_id and named.racer_id = racer.id and ${isNamedSince}
      where not whose.others
    ) as known on true
    order by racer.number`.execute(db)
  return racers.map((racer, index) => ({ ...racer, ...lookOf(racer, rows[index] ?? UNKNOWN) }))
}

/** The database would read whole tables for more. */
const NAMES_AT_ONCE = 1_000

/**
 * What any number of rows are called, by their keys.
 *
 * @param find the racers of at most a thousand keys; none for a row without a name
 */
export async function labelsByKey<Key>(
  db: Db,
  keys: readonly Key[],
  find: (keys: readonly Key[]) => Promise<readonly (RacerOfRow & { key: Key })[]>,
): Promise<ReadonlyMap<Key, RacerLabel>> {
  const labels = new Map<Key, RacerLabel>()
  for (let from = 0; from < keys.length; from += NAMES_AT_ONCE) {
    const racers = await find(keys.slice(from, from + NAMES_AT_ONCE))
    for (const { key, ...look } of await looksAnywhere(db, racers)) {
      labels.set(key, labelAnywhere(look))
    }
  }
  return labels
}

const IS_ASKED_OF_OTHERS = sql<boolean>`racer.others`

/** The racers as a query's `racer`, with their `number` in the list. */
const askedRacers = (racers: readonly RacerOfRow[]) => sql`(
  select asked.*, known.id, known.display_name
  from unnest(
    ${racers.map(({ platform }) => platform)}::text[],
    ${racers.map(({ login }) => login)}::text[],
    ${racers.map(({ isOfOthers = false }) => isOfOthers)}::boolean[]
  ) with ordinality as asked (platform, login, others, number)
  left join racers as known on known.platform = asked.platform and known.login = asked.login
)`

/** What the database knows about a racer's name and colour. */
export interface KnownNames {
  /** The name from the owner's sign-in, otherwise the login as files write it; null if neither is known. */
  anywhere: string | null
  /** Like `anywhere`, but the channel's name for the racer comes before the login. */
  here: string | null
  color: string | null
  /** The name that others see if the racer is hidden, otherwise null. */
  hidden: string | null
  /** Whether some of what the row covers is another owner's, so that it has nobody's name. */
  others: boolean
}

const UNKNOWN: KnownNames = { anywhere: null, here: null, color: null, hidden: null, others: false }

const LOGIN_IN_FILES = sql`case when not whose.others then racer.display_name end`

/** A racer's name on boards of several channels, for a query with `joinOwner` or `joinNames`; null: the login. */
export const NAME_ANYWHERE = sql`coalesce(owner.display_name, ${LOGIN_IN_FILES})`

/** A racer's name on the channel of a query's `joinNames`; null: the login. */
export const NAME_HERE = sql`coalesce(
  case when unshown.racer_id is null then coalesce(owner.display_name, named.display_name) end,
  ${LOGIN_IN_FILES}
)`

/** The columns of `KnownNames`, for a query with `joinNames`. */
export const KNOWN_NAMES = sql`
  ${NAME_ANYWHERE} as anywhere, ${NAME_HERE} as here, named.color, hidden.name as hidden,
  whose.others`

/**
 * Joins the login's `owner` to the query's `racer`, and as `whose.others` whether nobody's name may be shown.
 *
 * @param isOfOthers whether some of what the row covers is another owner's: see `isOfOthers` of login-owners.ts
 */
export const joinOwner = (isOfOthers: RawBuilder<boolean>) => sql`
  cross join lateral (select ${isOfOthers} as others) as whose
  ${joinPresentOwner('racer')}
  left join users as owner on owner.id = period.user_id and not whose.others`

/**
 * Joins the login's `owner`, the channel's name for the racer, `named`, and the name of a `hidden` racer to the query's
 * `racer`. Leaves out names from when the login belonged to an earlier owner, and display names that an admin has hidden on
 * the channel, which are `unshown`.
 *
 * @param options.isOfOthers as for `joinOwner`
 * @param options.scope where a hidden racer has one number; by default on the channel
 */
export function joinNames(
  channelId: RawBuilder<unknown>,
  {
    isOfOthers,
    scope = CHANNEL_SCOPE(channelId),
  }: { isOfOthers: RawBuilder<boolean>; scope?: HiddenScope },
): RawBuilder<unknown> {
  return sql`
    ${joinOwner(isOfOthers)}
    ${joinHidden(scope)}
    left join channel_racers as named
      on named.racer_id = racer.id and named.channel_id = ${channelId} and ${isNamedSince}
        and not whose.others
    left join unshown_names as unshown
      on unshown.racer_id = racer.id and unshown.channel_id = ${channelId}`
}

/** Whether the query's `named` is about the login's present owner and not about an earlier one. */
export const isNamedSince = sql<boolean>`not ${isGivenUpAfter('racer', sql`named.named_at`)}`

/**
 * The names by which the query's `racer` is found, folded; needs `joinNames` or, without the channel's name, its other
 * parts. A hidden racer is found by what others see.
 */
export function foldedNames(names: 'anywhere' | 'on the channel'): RawBuilder<string>[] {
  const login = foldedInSql(sql`racer.login`, sql`racer.folded`)
  const owner = foldedInSql(sql`owner.display_name`, sql`owner.folded`)
  const named = foldedInSql(sql`named.display_name`, sql`named.folded`)
  // Without any of these, pages show the login in some letter case.
  const shown =
    names === 'anywhere'
      ? sql`coalesce(${owner}, ${login})`
      : sql`coalesce(case when unshown.racer_id is null then coalesce(${owner}, ${named}) end, ${login})`
  return [login, shown].map((name) =>
    foldedAscii(sql`coalesce(hidden.name, ${withPlatformInSql(name)})`),
  )
}

/** Whether a name of the query's `racer` contains the words, as the channel of `joinNames` shows it. */
export function isCalled(words: string): RawBuilder<boolean> {
  const isFound = foldedNames('on the channel').map((name) => isPartOf(name, words))
  return sql<boolean>`(${sql.join(isFound, sql` or `)})`
}

/** How well the words fit a `racer` that is called so, as by `fitOf`. */
export const fitOfRacer = (words: string) => fitOf(foldedNames('on the channel'), words)

/** A name of the query's `racer` or, if the racer is `hidden`, the name that others see. */
export function ifShown(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(hidden.name, ${name})`
}

/** A racer's look from what the database knows. */
export function lookOf(
  racer: Racer,
  { anywhere, here, color, hidden, others }: KnownNames,
): RacerLook {
  const isOfOthers = others
  if (hidden !== null) {
    return { racer_name: hidden, name: hidden, nameAnywhere: hidden, color: null, isOfOthers }
  }
  const racer_name = racerName(racer)
  const shown = (name: string | null) =>
    name === null ? racer_name : withPlatform(name, racer.platform)
  return { racer_name, name: shown(here), nameAnywhere: shown(anywhere), color, isOfOthers }
}

/** The racer's look in a row of a query, and the rest of the row. */
export function takeLook<Row extends Racer & KnownNames>({
  platform,
  login,
  anywhere,
  here,
  color,
  hidden,
  others,
  ...row
}: Row) {
  return { row, look: lookOf({ platform, login }, { anywhere, here, color, hidden, others }) }
}

/** The racer's names in a row of an answer. */
export function labelOf({
  racer_name,
  name,
  color,
  isOfOthers,
}: Omit<RacerLook, 'nameAnywhere'>): RacerLabel {
  return {
    racer_name,
    ...(name !== racer_name && { display_name: name }),
    ...(color !== null && { color }),
    ...(isOfOthers && { leads_nowhere: true }),
  }
}

/** The same in a list of several channels. */
export function labelAnywhere(look: RacerLook): RacerLabel {
  return labelOf({ ...look, name: look.nameAnywhere })
}
