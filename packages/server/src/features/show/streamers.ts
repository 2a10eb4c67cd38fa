import type { ShowStreamer } from '@rollcall/contract/show'
import type { UploadWarning } from '@rollcall/contract/uploads'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { countingConfiguration, isCountedMode } from '../events/counting-configuration.ts'

/** What the configuration's points are called among what a board is made of. */
const RULES = 'rules'

type Tile = Omit<ShowStreamer, 'receivedAt' | 'warnings' | 'hasArrived'> & {
  receivedAt: Date | null
  warnings: readonly UploadWarning[]
  /** Another one where a board would be made of something else. */
  results: string
}

/** The participants by login, with what is there of each of them. */
export async function listTiles(db: Db, eventId: number): Promise<Tile[]> {
  const { rows } = await sql<Tile>`
    select
      streamer.id as "userId", streamer.username, streamer.profile_image_url as "profileImageUrl",
      coalesce(standing.received_at, played.last_at) as "receivedAt",
      coalesce(standing.racer_count, played.racers) as "racerCount",
      played.games as "gameCount",
      coalesce(receipt.warnings, '[]') as warnings,
      concat_ws(' ', standing.snapshot_hash, played.games, played.last_id,
        extract(epoch from channel.handed_over_at)) as results
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    left join channels as channel on channel.user_id = streamer.id
    left join event_standings as standing
      on standing.event_id = event.id and standing.channel_id = channel.id
    cross join lateral (
      select
        count(distinct game.id) as games, max(game.finished_at) as last_at,
        max(game.id) as last_id, count(distinct (result.platform, result.login)) as racers
      from games as game
      left join game_results as result on standing.event_id is null
        and result.channel_id = game.channel_id and result.season = game.season
        and result.game_id = game.id
      where game.channel_id = channel.id
        and game.is_rankable
        and game.finished_at >= event.starts_at
        and game.finished_at < event.ends_at
        and ${isCountedMode}
    ) as played
    left join lateral (
      select upload.warnings from uploads as upload
      where upload.channel_id = channel.id and upload.event_id = event.id
        and upload.outcome = 'stored' and upload.undone_at is null
      order by upload.id desc
      limit 1
    ) as receipt on true
    where event.id = ${eventId}
    order by streamer.login`.execute(db)
  return rows
}

/** What a board of all streamers, or of one, is made of now. */
export async function findResultsOf(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number | null },
): Promise<Record<string, string>> {
  const tiles = await listTiles(db, eventId)
  return resultsOf(tiles, await findRules(db, eventId), userId)
}

export function resultsOf(
  tiles: readonly Tile[],
  rules: string,
  userId: number | null,
): Record<string, string> {
  const counted = tiles.filter((tile) => userId === null || tile.userId === userId)
  return {
    [RULES]: rules,
    ...Object.fromEntries(counted.map((tile) => [String(tile.userId), tile.results])),
  }
}

/** Another text where points are given otherwise, or for other days. */
export async function findRules(db: Db, eventId: number): Promise<string> {
  const row = await db
    .selectFrom('events as event')
    .select(
      sql<string>`md5(concat_ws(' ', ${countingConfiguration},
        extract(epoch from event.starts_at), extract(epoch from event.ends_at)))`.as('rules'),
    )
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row?.rules ?? ''
}
