/** The racers whom somebody has met most often in public games. */
import { MOST_RIVALS, type RacerHead } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { listShown } from '../../racer-names.ts'
import type { Hold } from '../events/held-games.ts'
import { isPublicGame } from '../events/public-games.ts'
import {
  isOfPerson,
  isOfPersonAs,
  listPeople,
  type Person,
  racersOfPeople,
} from '../standings/person.ts'
import { headsOf } from './racer-heads.ts'
import { resultsOf } from './results-of-people.ts'

/** How many of the latest games decide who is a rival. */
const LATEST_GAMES = 100

interface Asked {
  holds: readonly Hold[]
  /** The current one. */
  season: number
}

export interface Rival {
  racer: RacerHead
  games: number
  ahead: number
  behind: number
  points: number | null
  otherPoints: number | null
}

/** The closest in points first, then those met most often. */
export async function listRivals(db: Db, person: Person, asked: Asked): Promise<Rival[]> {
  const met = await listPeople(db, await listMetLately(db, person, asked))
  const known = met.filter(({ userId }) => userId === null || userId !== person.userId)
  const others = await listShownPeople(db, known)
  const heads = await headsOf(db, others, null)
  const compared = await compareWith(db, person, { others, ...asked })
  return compared
    .flatMap(({ person: number, ...figures }) => {
      const racer = heads[number]
      return racer === undefined ? [] : { racer, ...figures }
    })
    .toSorted((a, b) => b.games - a.games)
    .slice(0, MOST_RIVALS)
    .toSorted((a, b) => distance(a) - distance(b) || b.games - a.games)
}

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
async function listMetLately(db: Db, person: Person, { holds, season }: Asked): Promise<number[]> {
  const { rows } = await sql<{ racerId: number }>`
    with mine as materialized (
      select game.channel_id, game.season, game.id
      from ${racersOfPeople([person])} as owned
      cross join lateral (
        select * from game_results as result
        where result.racer_id = owned.racer_id and result.season <= ${season}
        order by result.season desc, result.game_id desc
        limit ${LATEST_GAMES}
      ) as result
      join games as game on game.channel_id = result.channel_id
        and game.season = result.season and game.id = result.game_id
      where ${isOfPerson} and ${isPublicGame(holds)}
      order by game.season desc, game.id desc
      limit ${LATEST_GAMES}
    )
    select result.racer_id as "racerId"
    from mine
    join game_results as result on result.channel_id = mine.channel_id
      and result.season = mine.season and result.game_id = mine.id
    where result.position is not null
      and result.racer_id <> all(${person.racers.map(({ racerId }) => racerId)}::integer[])
    group by result.racer_id
    order by count(*) desc, result.racer_id
    limit ${2 * MOST_RIVALS}`.execute(db)
  return rows.map(({ racerId }) => racerId)
}

type Compared = Omit<Rival, 'racer'> & { person: number }

/** The others by their place in the list, without those whom the racer never met. */
async function compareWith(
  db: Db,
  person: Person,
  { others, holds, season }: Asked & { others: readonly Person[] },
): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    with mine as materialized (
      select game.id, game.finished_at, mine.position
      from (${resultsOf([person], season)}) as mine
      join games as game on game.id = mine.game_id
      where ${isPublicGame(holds)} and ${isOfPersonAs('mine')}
    ),
    theirs as materialized (${resultsOf(others, season)}),
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
