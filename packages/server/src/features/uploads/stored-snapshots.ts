/** The last accepted snapshots, which are stored as they came: as admins see them, and putting one back. */
import type { StoredSnapshot as ListedSnapshot } from '@rollcall/contract/uploads-snapshots'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RacerChanges } from '../standings/replace-racers.ts'
import type { ReadSnapshot } from './read-files.ts'
import { EVENT, SEASON } from './snapshot-kinds.ts'
import {
  applyStored,
  listStored,
  racersInWords,
  type SnapshotKind,
  type StoredSnapshot,
} from './snapshots.ts'

interface StoredRow extends Omit<ListedSnapshot, 'receivedAt'> {
  receivedAt: Date
}

/** Of the channel of that login: by season, then by event, each newest first. */
export async function listSnapshotsOf(db: Db, login: string): Promise<ListedSnapshot[]> {
  const { rows } = await sql<StoredRow>`
    with channel as (select id, name from channels where login = ${login}),
    stored as (
      select 'season' as kind, stored.id, stored.channel_id, 'Season ' || stored.season as of,
        stored.season as number, stored.marble_day, stored.received_at, stored.racer_count, stored.points,
        stored.snapshot_hash, standing.snapshot_hash as current_hash
      from season_snapshots as stored
      left join channel_seasons as standing using (channel_id, season)
      where stored.channel_id in (select id from channel)
      union all
      select 'event', stored.id, stored.channel_id, event.name, event.id, null, stored.received_at,
        stored.racer_count, stored.points, stored.snapshot_hash, standing.snapshot_hash
      from event_snapshots as stored
      join events as event on event.id = stored.event_id
      left join event_standings as standing using (event_id, channel_id)
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

interface PutBack {
  racers: number
  changes: RacerChanges
  message: string
}

/**
 * Makes a stored snapshot the one that counts: its files are read again, whatever day they say, and it
 * becomes the newest of them.
 *
 * @throws {ApiError} `not_found`, or `conflict` where it is what counts already
 */
export async function putBack(
  { changes }: AppContext,
  actor: Actor,
  { kind, id }: { kind: ListedSnapshot['kind']; id: number },
): Promise<PutBack> {
  return changes.transaction(async (trx) => {
    const ownerId = await lockChannelOf(trx, { kind, id })
    const result =
      kind === 'season' ? await makeNewest(trx, SEASON, id) : await makeNewest(trx, EVENT, id)
    if (ownerId !== null) {
      await announce(trx, [`uploads:${ownerId}`])
    }
    await recordAct(trx, actor, {
      act: 'snapshot-put-back',
      summary: result.message,
      details: {
        kind,
        received: result.receivedAt.toISOString(),
        racers: String(result.racers),
        added: String(result.changes.added),
        changed: String(result.changes.changed),
        removed: String(result.changes.removed),
      },
    })
    return result
  })
}

async function makeNewest<Files, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  id: number,
): Promise<PutBack & { receivedAt: Date }> {
  const [stored] = await listStored(trx, kind, { id })
  const name = stored === undefined ? null : await kind.lockName(trx, stored.number)
  if (stored === undefined || name === null) {
    throw new ApiError(
      'not_found',
      'This snapshot is no longer stored: newer ones have arrived, or its event was deleted. Load the list again.',
    )
  }
  refuseUnusable(stored)
  const { snapshot, changes } = await applyStored(trx, kind, { stored, cause: 'put back' })
  const { hash, racerCount: racers, points } = snapshot
  await sql`
    update ${sql.table(kind.table)}
    set id = default, snapshot_hash = ${hash}, racer_count = ${racers}, points = ${points}
    where id = ${id}`.execute(trx)
  return {
    racers,
    changes,
    receivedAt: stored.received_at,
    message: `Put back ${kind.words.aSnapshot(name, stored.channel)}: ${racersInWords(racers)}.`,
  }
}

/** @throws {ApiError} `conflict` where it counts already, or its games are counted one by one */
function refuseUnusable({
  snapshot_hash,
  currentHash,
  received_at,
  handed_over_at,
}: StoredSnapshot): void {
  if (currentHash === snapshot_hash) {
    throw new ApiError('conflict', 'This snapshot is already the current one. Nothing changed.')
  }
  if (handed_over_at !== null && received_at >= handed_over_at) {
    throw new ApiError(
      'conflict',
      "This channel's games are counted one by one since before this snapshot came, so they would count twice. Its streamer can switch back under My Uploads.",
    )
  }
}

/** As an upload does, so that the two follow each other; whose channel it is. */
async function lockChannelOf(
  trx: Db,
  { kind, id }: { kind: ListedSnapshot['kind']; id: number },
): Promise<number | null> {
  const channel = await trx
    .selectFrom('channels')
    .select('user_id')
    .where('id', '=', (select) =>
      select.selectFrom(`${kind}_snapshots`).select('channel_id').where('id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst()
  return channel?.user_id ?? null
}
