/** Two channels of one streamer become one. In a transaction with both locked. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { recountGames } from './season-totals.ts'

/** The seasons that the second channel lacks move to it, with their games, except those that it has already. */
export async function takeOverSeasons(
  trx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into channel_racers (channel_id, racer_id, display_name, color, named_at)
    select ${to}::integer, racer_id, display_name, color, named_at
    from channel_racers where channel_id = ${from}
    on conflict do nothing`.execute(trx)
  // Totals and days go with their season.
  const { rows: moved } = await sql<{ season: number }>`
    update channel_seasons as waiting set channel_id = ${to}
    where channel_id = ${from} and not exists (
      select from channel_seasons as own where own.channel_id = ${to} and own.season = waiting.season
    )
    returning season`.execute(trx)
  const seasons = moved.map((row) => row.season)
  if (seasons.length === 0) {
    return
  }
  await sql`
    update games as game set channel_id = ${to}
    where channel_id = ${from} and season = any(${seasons}::integer[]) and not exists (
      select from games as own
      where own.channel_id = ${to} and own.mode = game.mode and own.game_key = game.game_key
    )`.execute(trx)
  for (const table of ['day_closings', 'season_snapshots'] as const) {
    await trx
      .updateTable(table)
      .set({ channel_id: to })
      .where('channel_id', '=', from)
      .where('season', 'in', seasons)
      .execute()
  }
  // The games left behind no longer count.
  await recountGames(trx, { channelId: to, seasons })
}

/** All that a channel has in seasons. */
export async function removeStandings(trx: Db, channelId: number): Promise<void> {
  const tables = [
    'day_closings',
    'racer_days',
    'racer_totals',
    'channel_racers',
    'season_snapshots',
    'channel_seasons',
    'games',
  ] as const
  for (const table of tables) {
    await trx.deleteFrom(table).where('channel_id', '=', channelId).execute()
  }
}
