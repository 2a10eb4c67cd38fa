/** The last accepted snapshots that are stored; for admins. */
import type { ListedSnapshot } from '@rollcall/contract/uploads-snapshots'
import { normalisedLogin } from '@rollcall/formats/names'
import { foldName } from '@rollcall/scoring/names'
import { sql } from 'kysely'
import { foldedInSql } from '../../../platform/database/folded-names.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { CHANNEL_NAME, JOIN_STREAMER } from '../../standings/channel-labels.ts'

const SHOWN = foldedInSql(sql`streamer.display_name`, sql`streamer.folded`)

interface StoredRow extends Omit<ListedSnapshot, 'receivedAt'> {
  receivedAt: Date
}

/** The stored snapshots of the channels with that login or display name: seasons, then events, each newest first. */
export async function listSnapshots(db: Db, name: string): Promise<ListedSnapshot[]> {
  const { rows } = await sql<StoredRow>`
    with channel as (
      select channel.id, ${CHANNEL_NAME} as name
      from channels as channel ${JOIN_STREAMER}
      where channel.login = ${normalisedLogin(name)} or ${SHOWN} = ${foldName(name.trim())}
    ),
    stored as (
      select 'season' as kind, stored.id, stored.channel_id, 'Season ' || stored.season as of,
        stored.season as number, stored.marble_day, stored.received_at, stored.racer_count, stored.points,
        stored.snapshot_hash, counting.snapshot_hash as current_hash
      from season_snapshots as stored
      left join channel_seasons as counting using (channel_id, season)
      where stored.channel_id in (select id from channel)
      union all
      select 'event', stored.id, stored.channel_id, event.name, event.id, null, stored.received_at,
        stored.racer_count, stored.points, stored.snapshot_hash, counting.snapshot_hash
        from event_snapshots as stored
      join events as event on event.id = stored.event_id
      left join event_standings as counting using (event_id, channel_id)
      where stored.channel_id in (select id from channel)
    )
    select stored.kind, stored.id, channel.name as channel, stored.number, stored.of, stored.marble_day as "marbleDay",
      stored.received_at as "receivedAt", stored.racer_count as racers, stored.points::float8 as points,
      stored.current_hash is not null and stored.snapshot_hash = stored.current_hash and stored.id = max(stored.id) filter (
        where stored.snapshot_hash = stored.current_hash
      ) over (partition by stored.kind, stored.channel_id, stored.number) as "isCurrent"
    from stored join channel on channel.id = stored.channel_id
    order by stored.kind desc, stored.number desc, channel.id, stored.id desc`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}
