/** The luckiest racers of the week: docs/scoring.md, Luck, and docs/decisions/098-luckiest-racers.md. */
import { type LuckiestRacers, MOST_LUCKIEST } from '@rollcall/contract/racers'
import { MINUTE_MS } from '@rollcall/formats/durations'
import {
  type GamesOfField,
  type Luck,
  luckOf,
  MIN_GAMES_FOR_LUCK,
  rarityOf,
} from '@rollcall/scoring/luck'
import { sql } from 'kysely'
import { joinOwners } from '../../domain/people/login-owners.ts'
import { joinTied, laterChannelOf, listScope } from '../../domain/people/racer-names.ts'
import { beginningOf, marbleDayOf } from '../../domain/standings/marble-days.ts'
import {
  isOfPerson,
  isOfPersonAs,
  listPeople,
  type Person,
  racersOfPeople,
} from '../../domain/standings/person.ts'
import { headsOf } from '../../domain/standings/racer-heads.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'

const DAYS = 7
const COUNTED_EVERY_MS = 5 * MINUTE_MS
/** How many boards are in memory: the present one, and those from before a change in what is held. */
const MOST_CACHED = 4

interface Params {
  /** What sealed events hold now. */
  holds: readonly Hold[]
  /** The current one: games of later seasons are not shown. */
  season: number
}

interface LuckyPerson {
  person: Person
  luck: Luck
}

type Week = Pick<LuckiestRacers, 'from' | 'to' | 'countedAt'>

/** Without names, which are looked up whenever somebody asks. */
type Counted = Week & { people: readonly LuckyPerson[] }

/**
 * The board, counted every five minutes as long as somebody asks: on a busy site games arrive all the time, and after
 * each one all games of the week would be read again.
 */
export class Luckiest {
  readonly #context: Pick<AppContext, 'db' | 'slowDb' | 'now'>
  readonly #counted: CachedValues<Counted>

  constructor(context: Pick<AppContext, 'db' | 'slowDb' | 'changes' | 'now'>) {
    this.#context = context
    this.#counted = new CachedValues(context.changes, { maxSize: MOST_CACHED, measure: () => 1 })
  }

  async list(asked: Params): Promise<LuckiestRacers> {
    const { db, slowDb, now } = this.#context
    // All processes and visitors get the board as of the beginning of these five minutes.
    const turn = new Date(now().getTime() - (now().getTime() % COUNTED_EVERY_MS))
    const { people, ...week } = await this.#counted.get({
      key: `${turn.toISOString()} ${JSON.stringify(asked)}`,
      tags: ['names', 'logins'],
      load: () => countWeek(slowDb, { ...asked, now: turn }),
    })
    const heads = await headsOf(
      db,
      people.map(({ person }) => person),
    )
    return {
      ...week,
      racers: heads.flatMap((head, index) => {
        const luck = people[index]?.luck
        return luck === undefined ? [] : { ...head, rank: rankOf(luck, people), luck }
      }),
    }
  }
}

/** By the number that the page shows: who has the same one is tied. */
const rankOf = (own: Luck, people: readonly LuckyPerson[]) =>
  1 + people.filter(({ luck }) => rarity(luck) > rarity(own)).length

const rarity = ({ chanceOfAsGood }: Luck) => rarityOf(chanceOfAsGood)

async function countWeek(db: Db, asked: Params & { now: Date }): Promise<Counted> {
  const today = marbleDayOf(sql`${asked.now}::timestamptz`)
  const first = sql`(${today} - ${DAYS - 1}::integer)`
  const { rows } = await sql<{ from: string; to: string; since: Date }>`
    select ${first}::text as "from", ${today}::text as "to", ${beginningOf(first)} as since`.execute(
    db,
  )
  const [week] = rows
  if (week === undefined) {
    throw new Error('a statement without a row')
  }
  const { since, ...days } = week
  const people = await findLuckiest(db, { ...asked, since })
  return { ...days, countedAt: asked.now.toISOString(), people }
}

interface WeekParams extends Params {
  since: Date
}

/** Whether the query's `result` of its `game` counts towards somebody's luck this week. */
const counts = ({ since, season, holds }: WeekParams) => sql<boolean>`(
  game.finished_at >= ${since} and game.season <= ${season} and game.mode in ('race', 'royale')
  and game.player_count > 1 and result.position is not null and ${isPublicGame(holds)}
)`

/** Whether what the query's `racer` did on the `game`'s channel is added to what they did on others. */
const isSummed = sql<boolean>`${laterChannelOf(sql`game.channel_id`)} is null`

interface Candidate {
  userId: number | null
  /** One of the person's. */
  racerId: number
  firstSeason: number
}

/**
 * The database only says who they are, by how unlikely their places are; `scoring` says how lucky. The games of all
 * of a person's logins count, each for the time in which it was theirs.
 */
async function findLuckiest(db: Db, asked: WeekParams): Promise<LuckyPerson[]> {
  const field = sql`game.player_count::float8`
  const behind = sql`sum((${field} - result.position) / (${field} - 1))`
  const variance = sql`sum((${field} + 1) / (12 * (${field} - 1)))`
  const { rows: candidates } = await sql<Candidate>`
    select period.user_id as "userId", min(result.racer_id) as "racerId",
      min(game.season) as "firstSeason"
    from channels as channel
    join games as game on game.channel_id = channel.id
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
    join racers as racer on racer.id = result.racer_id
    ${joinOwners('racer')}
    ${joinTied(listScope('luckiest racers'))}
    where ${counts(asked)} and ${isSummed} and (period.id is null or ${isOfPersonAs('period')})
    group by period.user_id, case when period.user_id is null then result.racer_id end
    having count(*) >= ${MIN_GAMES_FOR_LUCK} and ${behind} > count(*) / 2.0
    order by (${behind} - count(*) / 2.0) / sqrt(${variance}) desc, min(tied.number) nulls first, "racerId"
    limit ${MOST_LUCKIEST}`.execute(db)
  const known = await listPeople(
    db,
    candidates.map(({ racerId }) => racerId),
  )
  const people = candidates.flatMap(
    (candidate) => known.find((person) => isPerson(person, candidate)) ?? [],
  )
  const fields = await listFields(db, people, {
    ...asked,
    firstSeason: Math.min(...candidates.map(({ firstSeason }) => firstSeason)),
  })
  return people
    .flatMap((person, index) => {
      const luck = luckOf(fields.filter((played) => played.person === index))
      return luck === null ? [] : { person, luck }
    })
    .toSorted((a, b) => rarity(b.luck) - rarity(a.luck))
}

const isPerson = ({ userId, racers }: Person, candidate: Candidate) =>
  userId === candidate.userId && racers.some(({ racerId }) => racerId === candidate.racerId)

/** The people's games of the week by the number of marbles; `person` is the position in the list. */
async function listFields(
  db: Db,
  people: readonly Person[],
  asked: WeekParams & { firstSeason: number },
): Promise<(GamesOfField & { person: number })[]> {
  if (people.length === 0) {
    return []
  }
  const { rows } = await sql<GamesOfField & { person: number }>`
    select owned.person, game.player_count as field, count(*) as games,
      sum(result.position) as "sumOfPlaces",
      count(*) filter (where result.position = 1) as "firstPlaces"
    from ${racersOfPeople(people)} as owned
    join game_results as result on result.racer_id = owned.racer_id
      and result.season >= ${asked.firstSeason}
    join games as game on game.channel_id = result.channel_id
      and game.season = result.season and game.id = result.game_id
    join racers as racer on racer.id = result.racer_id
    where ${counts(asked)} and ${isSummed} and ${isOfPerson}
    group by owned.person, game.player_count`.execute(db)
  return rows
}
