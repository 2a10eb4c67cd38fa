/** Somebody's places and teams in leagues that have a public page and are not finished. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import { RACERS_LEAGUES, type RacedLeague } from '@rollcall/contract/racers-leagues'
import { neededRounds, type TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { LeagueTable, LeagueTables } from '../../domain/events/league/kept-tables.ts'
import { findOwnRow } from '../../domain/events/league/place.ts'
import { listRounds } from '../../domain/events/league/rounds.ts'
import { findTeamsOf } from '../../domain/events/league/teams/row-teams.ts'
import type { Person } from '../../domain/standings/person.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'

interface FoundLeague {
  id: number
  name: string
  token: string
  rules: LeagueRules
}

/** The league whose last round ends last comes first. */
export async function findRacerLeagues(
  { db, now, tables }: Pick<AppContext, 'db' | 'now'> & { tables: LeagueTables },
  person: Person,
  viewerId: number | null,
): Promise<RacedLeague[]> {
  const leagues: RacedLeague[] = []
  // One after another, so that a page never holds more than one connection.
  for (const { id, name, token, rules } of await findLeagues(db, person)) {
    const rounds = await listRounds(db, { seriesId: id, now: now() })
    const table = await tables.get(rules, rounds)
    const row = await findRow(db, table, { person, viewerId })
    const team = rules.teams && (await findTeam(db, id, person))
    if (row !== null || team) {
      leagues.push({ name, token, place: row && placeIn(table, row, rules), team: team ?? null })
    }
  }
  return leagues
}

const placeIn = ({ rows }: LeagueTable, row: TableRow, rules: LeagueRules) => ({
  ...{ rank: row.rank, total: row.total, of: rows.length },
  isDisqualified: row.isDisqualified,
  missing: row.rank === null && !row.isDisqualified ? neededRounds(rules) - row.rounds : 0,
})

async function findTeam(db: Db, seriesId: number, { userId }: Person) {
  const userIds = userId === null ? [] : [userId]
  return (await findTeamsOf(db, { seriesId, userIds })).get(userId ?? 0) ?? null
}

/** Leagues on whose streamers' channels the racer has raced, or with a team that they are in. */
async function findLeagues(db: Db, { userId, racers }: Person): Promise<FoundLeague[]> {
  const racerIds = racers.map(({ racerId }) => racerId)
  const { rows } = await sql<FoundLeague>`
    with played as materialized (
      select distinct channel.user_id
      from (
        select channel_id from game_results where racer_id = any(${racerIds}::integer[])
        union
        select channel_id from event_racers where racer_id = any(${racerIds}::integer[])
      ) as result
      join channels as channel on channel.id = result.channel_id
    )
    select series.id, series.name, series.public_token as token, series.league_rules as rules
    from event_series as series
    where series.public_token is not null and series.league_rules is not null
      and series.finished_at is null
      and (
        exists (
          select from events as event
          join event_participants as participant on participant.event_id = event.id
          join played on played.user_id = participant.user_id
          where event.series_id = series.id
        )
        or exists (
          select from team_members as member
          where member.series_id = series.id and member.user_id = ${userId}::integer
            and member.joined_at is not null and member.left_at is null
        )
      )
    order by (select max(event.ends_at) from events as event where event.series_id = series.id)
      desc nulls last, series.id desc
    limit ${RACERS_LEAGUES}`.execute(db)
  return rows
}

/** Only they themselves learn which row of a hidden racer is theirs. */
async function findRow(
  db: Db,
  table: LeagueTable,
  { person, viewerId }: { person: Person; viewerId: number | null },
): Promise<TableRow | null> {
  const { userId, racers } = person
  if (userId !== null && userId === viewerId) {
    return findOwnRow(db, table, userId)
  }
  const isTheirs = ({ row }: TableRow) => {
    const owner = table.owners.get(row)
    if (owner === undefined || owner.laterChannelId !== null) return false
    return userId === null
      ? owner.userId === null &&
          racers.some(({ platform, login }) => platform === owner.platform && login === owner.login)
      : owner.userId === userId
  }
  return table.rows.find(isTheirs) ?? null
}
