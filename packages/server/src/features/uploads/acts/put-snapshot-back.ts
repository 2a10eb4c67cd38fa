import { type ListedSnapshot, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import { sql } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Db } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import type { RacerChanges } from '../../standings/snapshot-racers.ts'
import { keepNames } from '../deleted-names.ts'
import type { ReadSnapshot } from '../readers.ts'
import { EVENT, SEASON } from '../snapshot-kinds.ts'
import {
  applyStored,
  listStored,
  racersInWords,
  type SnapshotKind,
  type StoredSnapshot,
} from '../snapshots.ts'

/**
 * An admin makes a stored snapshot the one that counts. Its files are read again, regardless of their day, and it
 * becomes the newest snapshot.
 */
export function servePutSnapshotBack(serve: Serve, { changes, now }: AppContext): void {
  serve(putSnapshotBack, (call) =>
    changes.transaction(async (trx) => {
      const { kind, id } = call.params
      await keepNames(trx)
      const ownerId = await lockSnapshotChannel(trx, { kind, id })
      const result =
        kind === 'season' ? await makeNewest(trx, SEASON, id) : await makeNewest(trx, EVENT, id)
      if (ownerId !== null) {
        await announce(trx, [`uploads:${ownerId}`])
      }
      await recordAct(trx, actorOf(call, now()), {
        act: 'snapshot-put-back',
        summary: result.message,
        details: {
          channel: result.channel,
          ...(kind === 'season' ? { season: String(result.number) } : { event: result.name }),
          received: result.receivedAt.toISOString(),
          racers: String(result.racers),
          added: String(result.changes.added),
          changed: String(result.changes.changed),
          removed: String(result.changes.removed),
        },
      })
      return { message: result.message, counts: { racers: result.racers, ...result.changes } }
    }),
  )
}

interface PutBack {
  racers: number
  changes: RacerChanges
  receivedAt: Date
  channel: string
  /** The number of the season or of the event. */
  number: number
  name: string
  message: string
}

async function makeNewest<Files, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  id: number,
): Promise<PutBack> {
  const [stored] = await listStored(trx, kind, { id })
  const name = stored === undefined ? null : await kind.lockName(trx, stored.number)
  if (stored === undefined || name === null) {
    throw new ApiError('no_such_snapshot')
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
    channel: stored.channel,
    number: stored.number,
    name,
    message: `Put back ${kind.words.aSnapshot(name, stored.channel)}: ${racersInWords(racers)}.`,
  }
}

/** @throws {ApiError} 409 if it already counts, or if the channel counts its games one by one */
function refuseUnusable({
  snapshot_hash,
  currentHash,
  received_at,
  handed_over_at,
}: StoredSnapshot): void {
  if (currentHash === snapshot_hash) {
    throw new ApiError('snapshot_current')
  }
  if (handed_over_at !== null && received_at >= handed_over_at) {
    throw new ApiError('snapshot_counts_twice')
  }
}

/** Locks the channel as uploads do, so that they run one after another. Returns the channel's owner. */
async function lockSnapshotChannel(
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
