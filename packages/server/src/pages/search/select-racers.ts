import { type RawBuilder, sql } from 'kysely'
import { hasOwner, OWNED_NOW } from '../../domain/people/login-owners.ts'
import { isNameShown } from '../../domain/people/racer-names.ts'
import { hasPublicResults } from '../../domain/visibility/has-page.ts'
import { foldedInSql } from '../../platform/database/folded-names.ts'
import { closestNames } from './matching.ts'
import { DISPLAY_NAME, isOtherName, type Question } from './question.ts'

/** Logins that somebody owns now, as `racer`. */
const OWNED = sql`${OWNED_NOW} as racer join users as owner on owner.id = racer.user_id`

/** The same, of people with a display name of their own. */
const NAMED = sql`${OWNED} and ${isOtherName}`

/** All racers, without the owners of their logins. */
const ALL = sql`racers as racer left join users as owner on false`

/**
 * The addresses of racers who have a page and that name, as their present login or as their display name. A login
 * that its owner gave up leads to nobody.
 */
export function selectRacers(question: Question): RawBuilder<unknown> {
  const { holds, limit } = question
  const login = sql<string>`racer.login`
  // One expression: of two conditions the database would expect so few rows that it would sort all names first.
  const isNeverOwned = sql<boolean>`coalesce(
    not ${hasOwner('racer')},
    ${hasPublicResults(sql`racer.id`, holds)}
  )`
  return sql`
    select platform, login
    from (
      ${racersCalled(question, { from: OWNED, name: login })}
      union all
      ${racersCalled(question, { from: NAMED, name: DISPLAY_NAME })}
      union all
      ${racersCalled(question, { from: ALL, name: foldedInSql(login, sql`racer.folded`), isShown: isNeverOwned })}
    ) as called
    group by platform, login
    order by min(distance), login collate "C", platform
    limit ${sql.lit(limit)}`
}

interface Named {
  /** With `racer` (platform and login) and, if somebody owns the login, `owner`. */
  from: RawBuilder<unknown>
  name: RawBuilder<string>
  /** A condition on `racer`. */
  isShown?: RawBuilder<boolean>
}

/**
 * The only place that says which names of racers can be found. With `is true`, the
 * database does not join the hidden racers, for which it would sort all names first.
 */
function racersCalled(
  { matching, limit }: Question,
  { from, name, isShown = sql<boolean>`true` }: Named,
): RawBuilder<unknown> {
  return sql`(
    select racer.platform, racer.login, racer.distance
    from (
      ${closestNames(matching, { columns: sql`racer.id, racer.platform, racer.login`, from, name })}
    ) as racer
    where ${isShown} and (${isNameShown}) is true
    limit ${sql.lit(limit)}
  )`
}
