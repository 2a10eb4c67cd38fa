/** Events whose leaderboards are measured. The server's process fills them, from snapshots or games. */

import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { announce } from '@rollcall/server/platform/changes/change-feed'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'
import type { MeasuredServer } from './measured-server.ts'

export const ROWS = import.meta.url

/** Creates an event whose days cover all games in the rows. */
export async function createEvent(
  { origin }: Pick<MeasuredServer, 'origin'>,
  host: SessionHeader,
  { name, participants }: { name: string; participants: readonly number[] },
): Promise<number> {
  const client = openApiClient(origin)
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', host)
  const { id } = await client.call<{ id: number }>('/api/events/createEventSingle', host, {
    name,
    startDate: '2026-08-01',
    endDate: '2026-10-31',
    participants,
    leaderboard: configuration?.id,
  })
  return id
}

/** Creates an event with new streamers, each with a snapshot of this many racers. */
export async function createFilledEvent(
  server: MeasuredServer,
  host: SessionHeader,
  { streamers, racers }: { streamers: number; racers: number },
): Promise<number> {
  const participants = await server.run<number[]>(ROWS, 'makeStreamers', streamers)
  const eventId = await createEvent(server, host, { name: 'Bench', participants })
  await server.run(ROWS, 'fillSnapshots', { eventId, racers })
  return eventId
}

export const STREAMERS = 20
export const RACERS = 2_500
/** The racers are one community: some race with several of the streamers. */
const PEOPLE = 20_000
export const GAMES = 20
const RESULTS_PER_GAME = 500
const FIRST_DAY = '2026-08-01'
const SEASON = 75

type Db = RunningServer['context']['db']

const PREFIXES = ['marble', 'speedy_', 'rolling_']

/** Makes streamers with a channel each, and all racers, and returns the streamers' user ids. */
export async function makeStreamers(
  { context: { slowDb: db } }: RunningServer,
  streamers = STREAMERS,
): Promise<number[]> {
  await sql`
    insert into racers (platform, login)
    select 'twitch', prefix || 'racer_' || n
    from unnest(${PREFIXES}::text[]) as prefix, generate_series(0, ${PEOPLE}::integer - 1) as n
    on conflict do nothing`.execute(db)
  await sql`analyze racers`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with streamers as (
      insert into users (platform, platform_user_id, login, username, created_at)
      select 'twitch', 'bench:' || n, 'bench_streamer_' || n, 'Bench_Streamer_' || n, now()
      from generate_series(1, ${streamers}::integer) as n
      returning id, login, username
    ),
    made as (
      insert into channels (platform, login, name, user_id)
      select 'twitch', login, username, id from streamers
    )
    select id from streamers order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes each streamer's snapshot of the event. */
export async function fillSnapshots(
  { context: { slowDb: db } }: RunningServer,
  { eventId, racers = RACERS }: { eventId: number; racers?: number },
): Promise<void> {
  await sql`
    insert into event_standings (event_id, channel_id, snapshot_hash, racer_count, received_at)
    select ${eventId}::integer, channel.id, 'bench', ${racers}::integer, now()
    from channels as channel where channel.login like 'bench\\_streamer\\_%'`.execute(db)
  const { rows: channels } = await sql<{ id: number }>`
    select id from channels where login like 'bench\\_streamer\\_%'`.execute(db)
  for (const { id } of channels) await fillSnapshot(db, { eventId, channelId: id, racers })
  await sql`vacuum (analyze) event_racers`.execute(db)
}

async function fillSnapshot(
  db: Db,
  { eventId, channelId, racers }: { eventId: number; channelId: number; racers: number },
): Promise<void> {
  await sql`
    insert into event_racers
      (event_id, channel_id, racer_id, event_points, race_points, race_wins, race_games,
       royale_points, royale_wins, royale_games, crown_wins, kills, damage, eliminations)
    select
      ${eventId}::integer, channel.id, racer.id,
      (${racers}::integer - n) * 1.25 + hash % 97, (hash % 9000), hash % 4, 5 + hash % 20,
      hash % 7000, hash % 3, hash % 15, 0, hash % 40, hash % 900, null
    from channels as channel, generate_series(1, ${racers}::integer) as n,
      lateral (select (channel.id::bigint * 7919 + n * 104729) % 100003 as hash) as told,
      racers as racer
    where channel.id = ${channelId}::integer
      and racer.platform = 'twitch' and racer.login = ${racerLogin(sql`channel.id`, sql`n`)}`.execute(
    db,
  )
}

/** Makes each streamer's games in the event: races and royales; every racer takes part in some of them. */
export async function fillGames({ context: { slowDb: db } }: RunningServer): Promise<void> {
  await sql`
    insert into games
      (channel_id, season, mode, game_key, content_hash, finished_at, is_rankable, player_count,
       eliminated_count)
    select
      channel.id, ${SEASON}::integer, case when n % 3 = 0 then 'royale' else 'race' end,
      'bench ' || n, 'bench', ${FIRST_DAY}::timestamptz + n * interval '20 minutes' + interval '1 day',
      true, ${RESULTS_PER_GAME}, ${RESULTS_PER_GAME} / 3
    from channels as channel, generate_series(1, ${GAMES}::integer) as n
    where channel.login like 'bench\\_streamer\\_%'`.execute(db)
  for (let part = 0; part < GAMES; part += 1) await fillResults(db, part)
  await sql`vacuum (analyze) game_results`.execute(db)
  await sql`vacuum (analyze) games`.execute(db)
}

async function fillResults(db: Db, part: number): Promise<void> {
  const place = sql`(place + game.n * ${RESULTS_PER_GAME}) % ${RACERS} + 1`
  await sql`
    insert into game_results
      (channel_id, season, game_id, racer_id, position, points, time_us,
       eliminated, kills, damage, is_top_tiltee)
    select
      game.channel_id, game.season, game.id, racer.id, place, hash % 5000,
      100000000 + hash * 1000, hash % 3 = 0, hash % 9, hash % 900, false
    from
      (select *, row_number() over (partition by channel_id order by id) as n from games) as game,
      generate_series(1, ${RESULTS_PER_GAME}::integer) as place,
      lateral (
        select
          (game.id * 7919 + place * 104729) % 100003 as hash
      ) as told,
      racers as racer
    where game.n = ${part + 1}
      and racer.platform = 'twitch' and racer.login = ${racerLogin(sql`game.channel_id`, place)}`.execute(
    db,
  )
}

function racerLogin(channelId: ReturnType<typeof sql>, place: ReturnType<typeof sql>) {
  return sql`(${PREFIXES}::text[])[1 + (${place}) % 3]
    || 'racer_' || (${channelId}::bigint * 1777 + (${place})) % ${PEOPLE}`
}

/** Makes what is remembered of boards out of date, as when a login changes hands. */
export async function touchLogins({ context }: RunningServer): Promise<void> {
  await context.changes.transaction(async (trx) => announce(trx, ['logins']))
}
