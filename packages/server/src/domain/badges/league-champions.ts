/**
 * Champions of leagues: once a season is finished, the first ranks of its table have a badge, and so have the members of
 * the first team. docs/scoring.md, Champions
 */
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts'
import { everyMinute } from '../../platform/database/every-minute.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { LeagueTable, LeagueTables } from '../events/league/kept-tables.ts'
import { listRounds } from '../events/league/rounds.ts'
import { listWinningMembers } from '../events/league/teams/winning-members.ts'
import { hasOwner } from '../people/login-owners.ts'
import type { Owner } from './owners.ts'
import { type BadgeToWrite, writeTitles } from './write-badges.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'warn'> & { tables: LeagueTables }

/**
 * Covers all that the table of a finished season is made from; null unless all of its rounds are final or voided. The query
 * has `series`.
 */
const HASH = sql<string | null>`(
  select case
    when bool_and(round.final_at is not null or round.voided_reason is not null)
      and bool_or(round.final_at is not null and round.voided_reason is null)
    then md5(series.league_rules::text || json_agg(json_build_array(
      event.id, event.series_position, event.starts_at, event.ends_at, round.board,
      round.voided_reason is null
    ) order by event.id) || coalesce((
      select json_agg(json_build_array(
        member.id, member.team_id, member.user_id, member.joined_at, member.left_at
      ) order by member.id)::text
      from team_members as member where member.series_id = series.id
    ), '') || coalesce((
      select json_agg(json_build_array(
        entry.id, entry.user_id, entry.racer_id, entry.later_channel_id
      ) order by entry.id)::text
      from league_disqualifications as entry where entry.series_id = series.id
    ), ''))
  end
  from events as event
  left join league_rounds as round on round.series_id = series.id and round.event_id = event.id
  where event.series_id = series.id and series.finished_at is not null
    and series.league_rules is not null
)`

interface ChangedLeague {
  id: number
  /** null: it has no champions. */
  hash: string | null
  rules: LeagueRules
}

/** Once a minute gives the badges of seasons that were finished, or whose results have changed. */
export function startNamingChampions(app: FastifyInstance, context: Context): void {
  const failure = 'champions of leagues cannot be named'
  everyMinute(app, { work: () => nameChampions(context), failure, warn: context.warn })
}

export async function nameChampions(context: Context): Promise<void> {
  const { rows } = await sql<ChangedLeague>`
    select series.id, league.hash, series.league_rules as rules
    from event_series as series
    cross join lateral (select ${HASH} as hash) as league
    where (series.finished_at is not null or series.champions_hash is not null)
      and series.champions_hash is distinct from league.hash`.execute(context.db)
  for (const league of rows) {
    try {
      await nameChampionsOf(context, league)
    } catch (error) {
      // The others go on. This one is tried again in a minute.
      context.warn(
        `the champions of the league ${league.id} cannot be named: ${(error as Error).message}`,
      )
    }
  }
}

async function nameChampionsOf(
  context: Context,
  { id, hash, rules }: ChangedLeague,
): Promise<void> {
  const { db, now } = context
  const champions = hash === null ? [] : await findChampions(context, { id, rules })
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.badges})`.execute(trx)
    const { rows } = await sql<{ hash: string | null }>`
      select ${HASH} as hash from event_series as series where series.id = ${id}`.execute(trx)
    // If it has changed meanwhile, it is looked at again in a minute.
    if (rows[0]?.hash !== hash) return
    await writeTitles(trx, champions, {
      key: 'league-champion',
      isMeant: sql<boolean>`row.subject = any(${[subjectOf(id), subjectOfTeam(id)]}::text[])`,
      now: now(),
    })
    await sql`update event_series set champions_hash = ${hash} where id = ${id}`.execute(trx)
  })
}

const subjectOf = (seriesId: number) => String(seriesId)
const subjectOfTeam = (seriesId: number) => `${seriesId} team`

async function findChampions(
  { db, now, tables }: Context,
  { id, rules }: Pick<ChangedLeague, 'id' | 'rules'>,
): Promise<BadgeToWrite[]> {
  const table = await tables.get(rules, await listRounds(db, { seriesId: id, now: now() }))
  const title = { key: 'league-champion', gameId: null } as const
  const champions: BadgeToWrite[] = []
  for (const { row, total } of table.rows.filter(({ rank }) => rank === 1)) {
    const owner = await findOwner(db, table, row)
    if (owner === null) continue
    const facts = { seriesId: id, value: total }
    champions.push({ ...title, ...owner, subject: subjectOf(id), facts })
  }
  const members = await listWinningMembers(db, id, { rules, results: table })
  for (const { userId, teamId, total } of members) {
    const facts = { seriesId: id, teamId, value: total }
    champions.push({ ...title, userId, racerId: null, subject: subjectOfTeam(id), facts })
  }
  return onceEach(champions)
}

/** A person may be first under several logins while they hide their name, or in two teams that share the first rank. */
const onceEach = (champions: readonly BadgeToWrite[]) => [
  ...new Map(
    champions.map((each) => [`${each.subject} ${each.userId} ${each.racerId}`, each]),
  ).values(),
]

/**
 * Whose badge it is. Nobody's if the login had several owners, or if the row is about a channel on which a hidden racer
 * first raced after hiding.
 */
async function findOwner(
  db: Db,
  { owners, rounds }: LeagueTable,
  row: string,
): Promise<Owner | null> {
  const owner = owners.get(row)
  if (owner === undefined || owner.laterChannelId !== null) {
    return null
  }
  const hidden = rounds.flatMap(({ hiddenOwners }) => hiddenOwners.get(row) ?? [])
  const userId = owner.userId ?? hidden[0] ?? null
  if (userId !== null) {
    return { userId, racerId: null }
  }
  const { rows } = await sql<{ id: number }>`
    select racer.id from racers as racer
    where racer.platform = ${owner.platform} and racer.login = ${owner.login}
      and ${hasOwner('racer')} is null`.execute(db)
  return rows[0] === undefined ? null : { userId: null, racerId: rows[0].id }
}
