/** Badges for being first among others: champions of seasons, winners of events, holders of records. */
import { type BadgeFacts, CHAMPION_COLUMNS, type ChampionColumn } from '@rollcall/scoring/badges'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { joinOwners, ownsAt, ownsInSeason } from '../people/login-owners.ts'
import { racersCalled } from '../people/racer-names.ts'
import { isOnBoards } from '../standings/off-boards.ts'
import { isListed } from '../visibility/event-pages.ts'
import type { Hold } from '../visibility/held-games.ts'
import { isPublicGame } from '../visibility/public-games.ts'
import { dueStep, endBoard, isEnd } from '../visibility/shown-step.ts'
import type { Owner } from './owners.ts'
import { type BadgeToWrite, writeTitles } from './write-badges.ts'

/** Nobody becomes a champion by being alone on a channel. */
const MIN_RACERS_OF_CHAMPION = 10

const COLUMNS: Readonly<Record<ChampionColumn, string>> = {
  points: 'points',
  games: 'total_games',
  'points-per-game': 'points_per_game',
  'race-high-score': 'race_high_score',
  'royale-high-score': 'royale_high_score',
}

interface Found extends Owner {
  subject: string
  gameId: number | null
  facts: BadgeFacts
}

/** Who owned the query's `racer`, as `user_id` and `racer_id`, by a condition on the `period`. */
const ownerBy = (isThen: RawBuilder<boolean>) => ({
  columns: sql`
    period.user_id as "userId", case when period.user_id is null then racer.id end as "racerId"`,
  join: joinOwners('racer', isThen),
})

const ownerInSeason = (season: RawBuilder<unknown>) => ownerBy(ownsInSeason('period', season))

const ownerAt = (instant: RawBuilder<unknown>) => ownerBy(ownsAt('period', instant))

/**
 * Updates the champions of a season; it has none until it is over. They are the streamers who are first in a column
 * of the season's board, and on each channel with enough racers, the racers with the most points.
 *
 * @param channelId the only channel whose racers have changed; null: all of them
 */
export async function updateChampions(
  trx: Db,
  { season, channelId, now }: { season: number; channelId: number | null; now: Date },
): Promise<void> {
  const streamers = await findFirstStreamers(trx, season)
  const racers = await findFirstRacers(trx, { season, channelId })
  await writeTitles(
    trx,
    titlesOf('season-champion', [
      ...streamers.map(({ column, value, ...owner }) => ({
        ...owner,
        subject: `${season} ${column}`,
        gameId: null,
        facts: { season, column, value },
      })),
      ...racers.map(({ channelId: on, value, ...owner }) => ({
        ...owner,
        subject: `${season} channel ${on}`,
        gameId: null,
        facts: { season, channelId: on, value },
      })),
    ]),
    {
      key: 'season-champion',
      isMeant:
        channelId === null
          ? sql<boolean>`starts_with(row.subject, ${`${season} `})`
          : sql<boolean>`(
              row.subject = ${`${season} channel ${channelId}`}
              or row.subject = any(${CHAMPION_COLUMNS.map((column) => `${season} ${column}`)}::text[])
            )`,
      now,
    },
  )
}

const isOver = (season: number) => sql<boolean>`
  ${season}::integer < (select value::integer from settings where key = 'season')`

/** The streamers who are first in a column of the season's board. */
async function findFirstStreamers(
  trx: Db,
  season: number,
): Promise<(Owner & { column: ChampionColumn; value: number })[]> {
  const { join } = ownerInSeason(sql`${season}::integer`)
  const firstIn = CHAMPION_COLUMNS.map((column) => {
    const value = sql.ref(`channel_season.${COLUMNS[column]}`)
    return sql`
      select ${column}::text as "column", channel_id, ${value} as value
      from channel_seasons as channel_season
      where season = ${season} and ${value} = (
        select max(${value}) from channel_seasons as channel_season where season = ${season}
      ) and ${value} > 0`
  })
  const { rows } = await sql<Owner & { column: ChampionColumn; value: number }>`
    select first."column", first.value,
      coalesce(channel.user_id, period.user_id) as "userId",
      case when channel.user_id is null and period.user_id is null then racer.id end as "racerId"
    from (${sql.join(firstIn, sql` union all `)}) as first
    join channels as channel on channel.id = first.channel_id
    left join racers as racer
      on racer.platform = channel.platform and racer.login = channel.login
    ${join}
    where ${isOver(season)}`.execute(trx)
  return rows
}

/** The racers with the most points on each channel with enough racers. */
async function findFirstRacers(
  trx: Db,
  { season, channelId }: { season: number; channelId: number | null },
): Promise<(Owner & { channelId: number; value: number })[]> {
  const { columns, join } = ownerInSeason(sql`${season}::integer`)
  const ofChannel = channelId === null ? sql`true` : sql`channel_id = ${channelId}`
  const { rows } = await sql<Owner & { channelId: number; value: number }>`
    with best as (
      select channel_id, max(points) as points
      from racer_totals
      where season = ${season} and ${ofChannel} and ${isOver(season)}
        and ${isOnBoards(sql`racer_totals.channel_id`, sql`racer_totals.racer_id`)}
      group by channel_id
      having count(*) >= ${MIN_RACERS_OF_CHAMPION} and max(points) > 0
    )
    select best.channel_id as "channelId", best.points as value, ${columns}
    from best
    join racer_totals as total on total.channel_id = best.channel_id
      and total.season = ${season} and total.points = best.points
      and ${isOnBoards(sql`total.channel_id`, sql`total.racer_id`)}
    join racers as racer on racer.id = total.racer_id
    ${join}`.execute(trx)
  return rows
}

/** Updates who is first on the board of a listed event whose show is over. */
export async function updateWinners(
  trx: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const { rows: first } = await sql<{ name: string; value: number; endsAt: Date }>`
    select row.racer_name as name, row.event_points as value, event.ends_at as "endsAt"
    from shows as show
    join events as event on event.id = show.event_id
    join lateral ${dueStep} as step on true
    join show_rows as row on row.event_id = show.event_id and row.board = ${endBoard}
    where show.event_id = ${eventId} and ${isListed} and ${isEnd}
      and row.rank = 1`.execute(trx)
  const winners: Found[] = []
  for (const { name, value, endsAt } of first) {
    const called = racersCalled(name)
    const { columns, join } = ownerAt(sql`${endsAt}::timestamptz`)
    const { rows } = await sql<Owner>`
      select ${columns}
      from unnest(
        ${called.map(({ platform }) => platform)}::text[],
        ${called.map(({ login }) => login)}::text[]
      ) with ordinality as called (platform, login, number)
      join racers as racer on racer.platform = called.platform and racer.login = called.login
      ${join}
      order by called.number
      limit 1`.execute(trx)
    winners.push(
      ...rows.map((owner) => ({
        ...owner,
        subject: String(eventId),
        gameId: null,
        facts: { eventId, value },
      })),
    )
  }
  await writeTitles(trx, titlesOf('event-winner', winners), {
    key: 'event-winner',
    isMeant: sql<boolean>`row.subject = ${String(eventId)}`,
    now,
  })
}

/** Updates who has the fastest finish on these maps in public games; of equal ones, who had it first. */
export async function updateRecords(
  trx: Db,
  { mapIds, holds, now }: { mapIds: readonly number[]; holds: readonly Hold[]; now: Date },
): Promise<void> {
  if (mapIds.length === 0) {
    return
  }
  const { columns, join } = ownerAt(sql`game.finished_at`)
  const { rows } = await sql<Owner & { mapId: number; gameId: number; timeUs: number }>`
    select game.map_id as "mapId", game.id as "gameId", game.fastest_us as "timeUs", ${columns}
    from unnest(${mapIds}::integer[]) as asked (map_id)
    cross join lateral (
      select * from games as game
      where game.map_id = asked.map_id and game.fastest_us is not null and ${isPublicGame(holds)}
      order by game.fastest_us, game.finished_at, game.id
      limit 1
    ) as game
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
      and result.time_us = game.fastest_us and not result.eliminated
    join racers as racer on racer.id = result.racer_id
    ${join}`.execute(trx)
  await writeTitles(
    trx,
    titlesOf(
      'record-holder',
      rows.map(({ mapId, gameId, timeUs, ...owner }) => ({
        ...owner,
        subject: String(mapId),
        gameId,
        facts: { mapId, timeUs },
      })),
    ),
    {
      key: 'record-holder',
      isMeant: sql<boolean>`row.subject = any(${mapIds.map(String)}::text[])`,
      now,
    },
  )
}

/** Each person once, because somebody may be first under two names. */
function titlesOf(key: BadgeToWrite['key'], found: readonly Found[]): BadgeToWrite[] {
  const known = found.filter(({ userId, racerId }) => userId !== null || racerId !== null)
  const byOwner = new Map(
    known.map((title) => [`${title.subject} ${title.userId} ${title.racerId}`, { ...title, key }]),
  )
  return [...byOwner.values()]
}
