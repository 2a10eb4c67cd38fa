/** The badges that people have earned with public games. docs/scoring.md, Badges. */
import {
  addToProgress,
  type BadgeProgress,
  GAME_BADGES,
  NO_PROGRESS,
  type PlayedGame,
} from '@rollcall/scoring/badges'
import { sql } from 'kysely'
import { aggregateColumns, type Columns, toRows } from '../../platform/database/columns.ts'
import type { Db } from '../../platform/database/schema.ts'
import { marbleDayOf } from '../standings/marble-days.ts'
import { isOfPerson, type Person, racersOfPeople } from '../standings/person.ts'
import type { Hold } from '../visibility/held-games.ts'
import { isPublicGame } from '../visibility/public-games.ts'
import { isOfOneOf, isOfOwner, moveToUsers, ownerOf, ownersAsRows } from './owners.ts'
import { writeBadgesOf } from './write-badges.ts'

interface Moment {
  holds: readonly Hold[]
  now: Date
}

/**
 * Adds new games to what the people have earned, if all of these come after the games that are known of a person, and
 * returns the other people: their games must be counted again. Nothing else may write badges meanwhile.
 */
export async function addToGameBadges(
  trx: Db,
  people: readonly Person[],
  { holds, now, newGames }: Moment & { newGames: readonly number[] },
): Promise<Person[]> {
  const added = await addGames(trx, people, { holds, newGames })
  await storeProgress(trx, added)
  await writeEarned(
    trx,
    added.filter(({ earnsMore }) => earnsMore),
    now,
  )
  const peopleAdded = new Set(added.map(({ person }) => person))
  return people.filter((person) => !peopleAdded.has(person))
}

/** Counts the people's games again, and brings the badges that they have earned with them up to date. */
export async function recountGameBadges(
  trx: Db,
  people: readonly Person[],
  { holds, now }: Moment,
): Promise<void> {
  if (people.length === 0) {
    return
  }
  await moveToUsers(trx, people)
  const counted = await countGames(trx, people, holds)
  await storeProgress(trx, counted)
  await writeEarned(trx, counted, now)
}

/** Writes all badges that these people have earned with games. */
async function writeEarned(trx: Db, counted: readonly Counted[], now: Date): Promise<void> {
  if (counted.length === 0) {
    return
  }
  const badges = counted.flatMap(({ person, progress }) =>
    progress.earned.map((badge) => ({ ...ownerOf(person), subject: '', ...badge })),
  )
  const owners = counted.map(({ person }) => ownerOf(person))
  await writeBadgesOf(trx, badges, { owners, keys: GAME_BADGES, now })
}

interface Counted {
  person: Person
  progress: BadgeProgress
  /** null: there is none. */
  lastGame: LastGame | null
}

interface LastGame {
  id: number
  finishedAt: Date
}

/** The people whose new games all come after their known ones. `earnsMore`: with these games they have earned a badge. */
async function addGames(
  trx: Db,
  people: readonly Person[],
  { holds, newGames }: { holds: readonly Hold[]; newGames: readonly number[] },
): Promise<(Counted & { earnsMore: boolean })[]> {
  const { rows: known } = await sql<{
    number: number
    progress: BadgeProgress
    id: number
    finishedAt: Date
  }>`
    select owner.number, row.progress, row.last_game_id as id, row.last_finished_at as "finishedAt"
    from ${ownersAsRows(people.map(ownerOf))} as owner
    join badge_progress as row on ${isOfOwner}`.execute(trx)
  const games = await readGames(trx, people, { holds, only: newGames })
  return known.flatMap(({ number, progress, ...lastKnown }) => {
    const [person, played] = [people[number], games[number]]
    if (person === undefined || played === undefined) {
      return []
    }
    const { games: fresh, first, last } = played
    if (first !== null && !comesAfter(first, lastKnown)) {
      return []
    }
    const after = addToProgress(progress, fresh)
    const earnsMore = after.earned.length > progress.earned.length
    return { person, progress: after, lastGame: last ?? lastKnown, earnsMore }
  })
}

const comesAfter = (game: LastGame, other: LastGame): boolean =>
  game.finishedAt.getTime() > other.finishedAt.getTime() ||
  (game.finishedAt.getTime() === other.finishedAt.getTime() && game.id > other.id)

async function countGames(
  trx: Db,
  people: readonly Person[],
  holds: readonly Hold[],
): Promise<Counted[]> {
  const games = await readGames(trx, people, { holds })
  return people.map((person, index) => ({
    person,
    progress: addToProgress(NO_PROGRESS, games[index]?.games ?? []),
    lastGame: games[index]?.last ?? null,
  }))
}

interface ReadGames {
  games: PlayedGame[]
  first: LastGame | null
  last: LastGame | null
}

type StoredGame = PlayedGame & { finishedAt: string }

/** Each person's games, the oldest first. */
async function readGames(
  trx: Db,
  people: readonly Person[],
  { holds, only }: { holds: readonly Hold[]; only?: readonly number[] },
): Promise<ReadGames[]> {
  const { rows } = await sql<{ person: number; games: Columns<StoredGame> }>`
    select person, ${aggregateColumns<StoredGame>({
      gameId: 'id',
      finishedAt: 'finished_at',
      day: 'day',
      mode: 'mode',
      place: 'position',
      eliminated: 'eliminated',
      field: 'player_count',
      kills: 'kills',
    })} as games
    from (
      select owned.person, game.id, game.finished_at, ${marbleDayOf(sql`game.finished_at`)} as day,
        game.mode, game.player_count, result.position, result.eliminated, result.kills
      from ${racersOfPeople(people)} as owned
      join game_results as result on result.racer_id = owned.racer_id
      join games as game on game.channel_id = result.channel_id
        and game.season = result.season and game.id = result.game_id
      where game.mode in ('race', 'royale') and result.position is not null
        and ${only === undefined ? sql`true` : sql`game.id = any(${only}::bigint[])`}
        and ${isOfPerson} and ${isPublicGame(holds)}
      order by owned.person, game.finished_at, game.id
    ) as played
    group by person`.execute(trx)
  const byPerson = new Map(rows.map(({ person, games }) => [person, toRows(games)]))
  return people.map((_, index) => {
    const games = byPerson.get(index) ?? []
    return { games, first: lastGameOf(games[0]), last: lastGameOf(games.at(-1)) }
  })
}

const lastGameOf = (game: StoredGame | undefined): LastGame | null =>
  game === undefined ? null : { id: game.gameId, finishedAt: new Date(game.finishedAt) }

async function storeProgress(trx: Db, counted: readonly Counted[]): Promise<void> {
  const without = counted.filter(({ lastGame }) => lastGame === null)
  if (without.length > 0) {
    await sql`
      delete from badge_progress as row
      where ${isOfOneOf(without.map(({ person }) => ownerOf(person)))}`.execute(trx)
  }
  const stored = counted.flatMap(({ person, progress, lastGame }) =>
    lastGame === null ? [] : { ...ownerOf(person), progress, lastGame },
  )
  if (stored.length === 0) {
    return
  }
  await sql`
    insert into badge_progress (user_id, racer_id, last_finished_at, last_game_id, progress)
    select * from unnest(
      ${stored.map(({ userId }) => userId)}::integer[],
      ${stored.map(({ racerId }) => racerId)}::integer[],
      ${stored.map(({ lastGame }) => lastGame.finishedAt)}::timestamptz[],
      ${stored.map(({ lastGame }) => lastGame.id)}::bigint[],
      ${stored.map(({ progress }) => JSON.stringify(progress))}::jsonb[]
    )
    on conflict (user_id, racer_id) do update set
      last_finished_at = excluded.last_finished_at, last_game_id = excluded.last_game_id,
      progress = excluded.progress`.execute(trx)
}
