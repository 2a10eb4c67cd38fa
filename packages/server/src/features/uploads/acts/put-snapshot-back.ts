import {
  type StoredSnapshot as ListedSnapshot,
  putSnapshotBack,
} from '@rollcall/contract/uploads-snapshots'
import { sql } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Db } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import type { RacerChanges } from '../../standings/snapshot-racers.ts'
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
 * An admin makes a stored snapshot the one that counts: its files are read again, whatever day they say, and it becomes
 * the newest of them.
 */
export function servePutSnapshotBack(serve: Serve, { changes, now }: AppContext): void {
  serve(putSnapshotBack, (call) =>
    changes.transaction(async (trx) => {
      const { kind, id } = call.params
      const ownerId = await lockChannelOf(trx, { kind, id })
      const result =
        kind === 'season' ? await makeNewest(trx, SEASON, id) : await makeNewest(trx, EVENT, id)
      if (ownerId !== null) {
        await announce(trx, [`uploads:${ownerId}`])
      }
      await recordAct(trx, actorOf(call, now()), {
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
      return { message: result.message, counts: { racers: result.racers, ...result.changes } }
    }),
  )
}

interface PutBack {
  racers: number
  changes: RacerChanges
  receivedAt: Date
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
