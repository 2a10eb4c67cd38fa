/** The racers whom somebody has met most often in public games. */
import { MOST_COMPARED_GAMES, MOST_RIVALS } from '@rollcall/contract/racers'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import { ownsAt } from '../../domain/people/login-owners.ts'
import { listShown } from '../../domain/people/racer-names.ts'
import {
  isOfPerson,
  isOfPersonAs,
  listPeople,
  type Person,
  racersOfPeople,
} from '../../domain/standings/person.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { Db } from '../../platform/database/schema.ts'
import { resultsOf } from './results-of-people.ts'

/** How many of the latest games decide who is a rival. */
const LATEST_GAMES = 100

interface Params {
  holds: readonly Hold[]
  /** The current one. */
  season: number
}

export interface Rival {
  rival: Person
  games: number
  ahead: number
  behind: number
  points: number | null
  otherPoints: number | null
}

/** The closest in points first, then those met most often. Without names, which are looked up for each answer. */
export async function findRivals(db: Db, person: Person, asked: Params): Promise<Rival[]> {
  const met = await listPeople(db, await listMetLately(db, person, asked))
  const known = met.filter(({ userId }) => userId === null || userId !== person.userId)
  const others = await listShownPeople(db, known)
  const compared = await compareWith(db, person, { others, ...asked })
  return compared
    .flatMap(({ person: number, ...figures }) => {
      const rival = others[number]
      return rival === undefined ? [] : { rival, ...figures }
    })
    .toSorted(byMeetings)
    .slice(0, MOST_RIVALS)
    .toSorted((a, b) => distance(a) - distance(b) || byMeetings(a, b))
}

/** By address if they met equally often, so that the same games always give the same answer. */
const byMeetings = (a: Rival, b: Rival) =>
  b.games - a.games ||
  compareCodePoints(a.rival.address.login, b.rival.address.login) ||
  compareCodePoints(a.rival.address.platform, b.rival.address.platform)

/** Those whose pages everybody finds. */
async function listShownPeople(db: Db, people: readonly Person[]): Promise<Person[]> {
  const shown = await listShown(
    db,
    people.map((person) => ({ ...person.address, person })),
  )
  return shown.map(({ person }) => person)
}

const distance = ({ points, otherPoints }: Rival) =>
  points === null || otherPoints === null ? Number.MAX_SAFE_INTEGER : Math.abs(points - otherPoints)

/** The racers who were most often in the latest games. Twice as many as are shown, because several may be one person. */
async function listMetLately(db: Db, person: Person, { holds, season }: Params): Promise<number[]> {
  const { rows } = await sql<{ racerId: number }>`
    with owned as materialized (select * from ${racersOfPeople([person])} as owned),
    mine as materialized (
      select distinct game.channel_id, game.season, game.id, game.finished_at
      from owned
      join game_results as result on result.racer_id = owned.racer_id and result.season <= ${season}
      join games as game on game.id = result.game_id
      where ${isOfPerson} and ${isPublicGame(holds)}
      order by game.finished_at desc, game.id desc
      limit ${LATEST_GAMES}
    )
    select result.racer_id as "racerId"
    from mine
    join game_results as result on result.channel_id = mine.channel_id
      and result.season = mine.season and result.game_id = mine.id
    where result.position is not null
      and not exists (
        select from owned
        where owned.racer_id = result.racer_id and ${ownsAt('owned', sql`mine.finished_at`)}
      )
    group by result.racer_id
    order by count(*) desc, result.racer_id
    limit ${2 * MOST_RIVALS}`.execute(db)
  return rows.map(({ racerId }) => racerId)
}

type Compared = Omit<Rival, 'rival'> & { person: number }

/** The others by their place in the list, without those whom the racer never met. */
async function compareWith(
  db: Db,
  person: Person,
  { others, holds, season }: Params & { others: readonly Person[] },
): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    with mine as materialized (
      select game.id, game.season, game.finished_at, mine.position
      from (${resultsOf([person], season)}) as mine
      join games as game on game.id = mine.game_id
      where ${isPublicGame(holds)} and ${isOfPersonAs('mine')}
      order by game.finished_at desc, game.id desc, mine.position
      limit ${MOST_COMPARED_GAMES}
    ),
    theirs as materialized (
      select * from (${resultsOf(others, season)}) as result
      where season = any(array(select distinct season from mine))
        and game_id = any(array(select id from mine))
    ),
    positions as (
      -- If somebody was in a game under two logins, the better place.
      select theirs.person, min(game.position) as position, min(theirs.position) as other_position
      from mine as game
      join theirs on theirs.game_id = game.id
      where ${isOfPersonAs('theirs')}
      group by theirs.person, game.id
    ),
    met as (
      select person, count(*) as games,
        count(*) filter (where position < other_position) as ahead,
        count(*) filter (where position > other_position) as behind
      from positions
      group by person
    ),
    points as (
      select theirs.person, sum(mine.points) as points, sum(theirs.points) as other_points
      from (${pointsOf([person], season)}) as mine
      join (${pointsOf(others, season)}) as theirs using (channel_id)
      group by theirs.person
    )
    select met.person, met.games, met.ahead, met.behind, points.points,
      points.other_points as "otherPoints"
    from met left join points using (person)`.execute(db)
  return rows
}

/**
 * On each channel. Leaves out logins that have changed hands, because only their games would show whose points they
 * are.
 */
const pointsOf = (people: readonly Person[], season: number) => sql`
  select owned.person, total.channel_id, sum(total.points) as points
  from ${racersOfPeople(people)} as owned
  join racer_totals as total on total.racer_id = owned.racer_id and total.season = ${season}
  group by owned.person, total.channel_id
  having bool_and(owned.is_whole)`
