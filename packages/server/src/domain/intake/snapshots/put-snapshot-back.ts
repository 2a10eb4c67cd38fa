import { type ListedSnapshot, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import { writeAct } from '@rollcall/contract/words/audit-log'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import type { RacerChanges } from '../../standings/snapshot-racers.ts'
import type { ReadSnapshot } from '../files/readers.ts'
import { shareNamesLock } from '../names/deleted-names.ts'
import { EVENT, SEASON } from './snapshot-kinds.ts'
import { applyStored, listStored, type SnapshotKind, type StoredSnapshot } from './snapshots.ts'

/**
 * An admin makes a stored snapshot the one that counts. Its files are read again, regardless of their day, and it
 * becomes the newest snapshot.
 */
export function servePutSnapshotBack(serve: Serve, { changes, now }: AppContext): void {
  serve(putSnapshotBack, (call) =>
    changes.transaction(async (trx) => {
      const { kind, id } = call.params
      await shareNamesLock(trx)
      const ownerId = await lockSnapshotChannel(trx, { kind, id })
      const result =
        kind === 'season' ? await makeNewest(trx, SEASON, id) : await makeNewest(trx, EVENT, id)
      if (ownerId !== null) {
        announce(trx, [`uploads:${ownerId}`])
      }
      const act = 'snapshot-put-back'
      const { channel, receivedAt, which, counts } = result
      const facts = { ...which, received: receivedAt.toISOString(), ...counts }
      await recordAct(trx, actorOf(call, now()), {
        act,
        facts: { channel: { channel: result.channelId }, ...facts },
      })
      return { message: writeAct({ act, facts: { channel, ...facts } }), counts }
    }),
  )
}

interface PutBack {
  channelId: number
  channel: string
  which: { season: number } | { event: string }
  receivedAt: Date
  counts: RacerChanges & { racers: number }
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
    channelId: stored.channel_id,
    channel: stored.channel,
    which: kind.key === 'season' ? { season: stored.number } : { event: name },
    receivedAt: stored.received_at,
    counts: { racers, ...changes },
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
