/**
 * Brings badges up to date after games, seasons or events have changed. One process does it at a time, a few racers
 * in each transaction; if it is killed, the next one continues from there. docs/scoring.md, Badges.
 */

import { BADGES_VERSION } from '@rollcall/scoring/badges'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import type { Db, Schema } from '../../platform/database/schema.ts'
import { checkAllSeasons, checkEvent } from '../standings/badge-checks.ts'
import { listPeople, type Person } from '../standings/person.ts'
import type { Hold } from '../visibility/held-games.ts'
import { findHolds, isPublicGame } from '../visibility/public-games.ts'
import { addToGameBadges, recountGameBadges } from './game-badges.ts'
import { isOfOneOf, ownerOf } from './owners.ts'
import { updateChampions, updateRecords, updateWinners } from './titles.ts'

type Context = Pick<AppContext, 'db' | 'slowDb' | 'now' | 'warn'>
type Check = Selectable<Schema['badge_checks']>

export function startCheckingBadges(app: FastifyInstance, context: Context): void {
  const { db, warn } = context
  app.addHook('onReady', () => checkAllOfNewVersion(db))
  const take = () => checkNextBadges(context)
  new DueJobs({ name: 'Badges to check', db, queue: QUEUE, take, warn }).start(app)
}

const QUEUE: DueQueue = {
  from: sql`badge_checks as job`,
  isWaiting: sql<boolean>`true`,
  dueAt: sql<Date>`job.due_at`,
  now: () => sql<Date>`clock_timestamp()`,
}

/** The first server with new definitions has every badge checked again. */
async function checkAllOfNewVersion(db: Db): Promise<void> {
  await sql`
    with made as (
      insert into badge_versions (version) values (${BADGES_VERSION})
      on conflict do nothing
      returning version
    )
    insert into badge_checks (kind, racer_ids) select 'walk', '{0}' from made`.execute(db)
}

/**
 * Returns how many checks it worked on: 1, or 0 if none is due or another process is working. A check that fails is put
 * off, so that the others go on.
 */
export async function checkNextBadges({ slowDb, now, warn }: Omit<Context, 'db'>): Promise<number> {
  return slowDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.badges}) as "isMine"`.execute(trx)
    const [id] = rows[0]?.isMine ? await claimDue(trx, QUEUE, 1) : []
    if (id === undefined) {
      return 0
    }
    const check = await trx
      .selectFrom('badge_checks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const moment = { holds: await findHolds(trx, now()), now: now() }
    await sql`savepoint before_check`.execute(trx)
    try {
      await run(trx, check, moment)
    } catch (error) {
      await sql`rollback to savepoint before_check`.execute(trx)
      await putOff(trx, check)
      warn(`Badges are checked again in a minute: ${(error as Error).message}`)
    }
    return 1
  })
}

interface Moment {
  holds: readonly Hold[]
  now: Date
}

async function run(trx: Db, check: Check, moment: Moment): Promise<void> {
  switch (check.kind) {
    case 'games':
      return checkGames(trx, check, moment)
    case 'walk':
      return walkOn(trx, check, moment)
    case 'season': {
      const { season, channel_id: channelId } = check
      await updateChampions(trx, { season: season ?? 0, channelId, now: moment.now })
      return done(trx, check)
    }
    case 'event':
      await updateWinners(trx, { eventId: check.event_id ?? 0, now: moment.now })
      return done(trx, check)
  }
}

async function done(trx: Db, { id }: Check): Promise<void> {
  await trx.deleteFrom('badge_checks').where('id', '=', id).execute()
}

/** Held games open when somebody presses a button or when their time is up, and nothing announces it. */
const IN_A_MINUTE = sql<Date>`clock_timestamp() + interval '1 minute'`

async function putOff(trx: Db, { id }: Check): Promise<void> {
  await trx.updateTable('badge_checks').set({ due_at: IN_A_MINUTE }).where('id', '=', id).execute()
}

/** Keep transactions short. Somebody whose games are counted again may have thousands. */
const ADDED_AT_ONCE = 1_000
const RECOUNTED_AT_ONCE = 50

async function checkGames(trx: Db, check: Check, { holds, now }: Moment): Promise<void> {
  const gameIds = check.game_ids ?? []
  const held = await listHeld(trx, gameIds, holds)
  if (held.length > 0 && held.length === gameIds.length) {
    return putOff(trx, check)
  }
  const racerIds = check.racer_ids ?? []
  const open = gameIds.filter((id) => !held.includes(id))
  if (held.length > 0) {
    await checkLater(trx, check, held)
  }
  const atOnce = check.are_new ? ADDED_AT_ONCE : RECOUNTED_AT_ONCE
  const people = await listPeople(trx, racerIds.slice(0, atOnce))
  if (check.are_new) {
    const others = await addToGameBadges(trx, people, { holds, now, newGames: open })
    await recountGameBadges(trx, others.slice(0, RECOUNTED_AT_ONCE), { holds, now })
    await recountLater(trx, others.slice(RECOUNTED_AT_ONCE))
  } else {
    await recountGameBadges(trx, people, { holds, now })
  }
  await updateRecords(trx, { mapIds: await listMaps(trx, people, open), holds, now })
  const rest = racerIds.slice(atOnce)
  if (rest.length === 0) {
    return done(trx, check)
  }
  await trx
    .updateTable('badge_checks')
    .set({ racer_ids: rest, game_ids: open })
    .where('id', '=', check.id)
    .execute()
}

async function recountLater(trx: Db, people: readonly Person[]): Promise<void> {
  if (people.length > 0) {
    const racerIds = people.flatMap(({ racers }) => racers.map(({ racerId }) => racerId))
    await trx
      .insertInto('badge_checks')
      .values({ kind: 'games', racer_ids: racerIds, game_ids: [], are_new: false })
      .execute()
  }
}

async function listHeld(
  trx: Db,
  gameIds: readonly number[],
  holds: readonly Hold[],
): Promise<number[]> {
  if (holds.length === 0) {
    return []
  }
  const { rows } = await sql<{ id: number }>`
    select game.id from games as game
    where game.id = any(${gameIds}::bigint[]) and game.is_rankable
      and not ${isPublicGame(holds)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Notes the held games for another check, once they may be open. */
async function checkLater(trx: Db, { are_new }: Check, held: readonly number[]): Promise<void> {
  await sql`
    insert into badge_checks (kind, due_at, racer_ids, game_ids, are_new)
    select 'games', ${IN_A_MINUTE}, array_agg(distinct result.racer_id), ${held}::bigint[], ${are_new}::boolean
    from games as game
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
    where game.id = any(${held}::bigint[])
    having count(*) > 0`.execute(trx)
}

/** The games' maps, and the maps on which these people hold a record, perhaps with a game that is gone. */
async function listMaps(
  trx: Db,
  people: readonly Person[],
  gameIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select map_id as id from games where id = any(${gameIds}::bigint[]) and map_id is not null
    union
    select row.subject::integer
    from racer_badges as row
    where ${isOfOneOf(people.map(ownerOf))} and row.key = 'record-holder' and row.taken_back_at is null`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** Checks the next racers, and after the last of them all titles. */
async function walkOn(trx: Db, check: Check, { holds, now }: Moment): Promise<void> {
  const [last = 0] = check.racer_ids ?? []
  const racers = await trx
    .selectFrom('racers')
    .select('id')
    .where('id', '>', last)
    .orderBy('id')
    .limit(RECOUNTED_AT_ONCE)
    .execute()
  const reached = racers.at(-1)
  if (reached === undefined) {
    await checkTitles(trx, { holds, now })
    return done(trx, check)
  }
  const people = await listPeople(
    trx,
    racers.map(({ id }) => id),
  )
  await recountGameBadges(trx, people, { holds, now })
  await trx
    .updateTable('badge_checks')
    .set({
      racer_ids: [reached.id],
      // After the checks of games that have just arrived.
      due_at: sql<Date>`clock_timestamp() + interval '20 milliseconds'`,
    })
    .where('id', '=', check.id)
    .execute()
}

async function checkTitles(trx: Db, { holds, now }: Moment): Promise<void> {
  await checkAllSeasons(trx)
  const { rows: shows } = await sql<{ eventId: number }>`
    select event_id as "eventId" from shows where phase = 'final'`.execute(trx)
  for (const { eventId } of shows) {
    await checkEvent(trx, eventId)
  }
  const maps = await trx.selectFrom('maps').select('id').execute()
  await updateRecords(trx, { mapIds: maps.map(({ id }) => id), holds, now })
}
