/** Merges two channels of one streamer. Needs a transaction that has locked both. */
import { sql } from 'kysely'
import { foldNamesIn } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import { checkBadgesOfAllGames, checkSeasons } from './badge-checks.ts'
import { addPlays, sumPlays } from './maps.ts'
import { recountGames } from './season-totals.ts'

/** Moves seasons that the second channel lacks to it, with their games, except games that it already has. */
export async function takeOverSeasons(
  trx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into channel_racers (channel_id, racer_id, display_name, color, named_at)
    select ${to}::integer, racer_id, display_name, color, named_at
    from channel_racers where channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await foldNamesIn(trx, 'channel_racers')
  await sql`
    insert into off_boards (channel_id, racer_id, since)
    select ${to}::integer, racer_id, since from off_boards where channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into unshown_names (channel_id, racer_id, since)
    select ${to}::integer, racer_id, since from unshown_names where channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into raced_before_hiding (number, channel_id)
    select number, ${to}::integer from raced_before_hiding where channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    update event_adjustments set channel_id = ${to} where channel_id = ${from}`.execute(trx)
  await takeOverLeagues(trx, { from, to })
  // Totals and days move with their season.
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
    update games as game set channel_id = ${to}, game_key = case
      when exists (
        select from games as own
        where own.channel_id = ${to} and own.mode = game.mode and own.game_key = game.game_key
      ) then concat(game_key, ' of ', id)
      else game_key
    end
    where channel_id = ${from} and season = any(${seasons}::integer[]) and not exists (
      select from games as own
      where own.channel_id = ${to} and own.mode = game.mode and ${IS_SAME_GAME}
    )`.execute(trx)
  for (const table of ['day_closings', 'season_snapshots'] as const) {
    await trx
      .updateTable(table)
      .set({ channel_id: to })
      .where('channel_id', '=', from)
      .where('season', 'in', seasons)
      .execute()
  }
  // The games that stay behind no longer count.
  await recountGames(trx, { channelId: to, seasons })
}

/** Whether the query's `own` and `game` are one game: docs/formats.md, Which game is the same. */
const IS_SAME_GAME = sql<boolean>`case
  when own.file_kind = 'legacy file' and game.file_kind = 'legacy file' then
    own.content_hash = game.content_hash
    and coalesce(own.summary_hash = game.summary_hash, true)
    and coalesce(
      own.given_finish - game.given_finish between interval '-10 minutes' and '10 minutes', true)
  else own.game_key = game.game_key
end`

/** Removes everything that a channel has in its seasons. */
export async function removeStandings(trx: Db, channelId: number): Promise<void> {
  const plays = await sumPlays(trx, sql<boolean>`game.channel_id = ${channelId}`)
  await checkBadgesOfAllGames(trx, channelId)
  const standings = await trx
    .selectFrom('channel_seasons')
    .select('season')
    .where('channel_id', '=', channelId)
    .execute()
  await checkSeasons(trx, { channelId, seasons: standings.map(({ season }) => season) })
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
  await addPlays(trx, plays, -1)
}

/** What leagues have stored about the channel, also in final rounds. */
async function takeOverLeagues(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    update league_game_places set channel_id = ${to} where channel_id = ${from}`.execute(trx)
  await sql`
    insert into league_passed_over (series_id, racer_id, later_channel_id, reason)
    select series_id, racer_id, ${to}::integer, reason
    from league_passed_over where later_channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into league_disqualifications (
      series_id, racer_id, later_channel_id, reason, note, author_id, at
    )
    select series_id, racer_id, ${to}::integer, reason, note, author_id, at
    from league_disqualifications where later_channel_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    update division_members as member set later_channel_id = ${to}
    where later_channel_id = ${from} and not exists (
      select from division_members as own
      where own.series_id = member.series_id and own.racer_id = member.racer_id
        and own.later_channel_id = ${to}
        and tstzrange(own.joined_at, own.left_at) && tstzrange(member.joined_at, member.left_at)
    )`.execute(trx)
  await sql`
    update show_rows set channels = (
      select jsonb_agg(
        case when (part ->> 'channel')::integer = ${from}
          then part || jsonb_build_object('channel', ${to}::integer) else part end
        order by number
      )
      from jsonb_array_elements(channels) with ordinality as part (part, number)
    )
    where event_id in (select event_id from event_boards where channel_id = ${from})
      and channels @> ${JSON.stringify([{ channel: from }])}::jsonb`.execute(trx)
}
