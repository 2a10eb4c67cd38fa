/** Takes an event's snapshot: a channel's cumulative results in an event, from the public companion. */

import type { EventReceipt } from '@rollcall/contract/uploads'
import { readEventChannel } from '@rollcall/formats/event-file'
import { MIB } from '../../../limits.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { takesPart } from '../../rights/event.ts'
import { noteRun } from '../../standings/round-runs.ts'
import { readFiles } from '../files/read-files.ts'
import { findDeletedSince, insertRacersOfSnapshot } from '../names/deleted-names.ts'
import { renameInFile } from '../names/rename-in-files.ts'
import { receiveUpload, type SentUpload } from '../receive-upload.ts'
import { UploadProblem } from '../upload-problem.ts'
import { EVENT } from './snapshot-kinds.ts'
import { compress, describeOutcome, replaceSnapshot, storesFiles } from './snapshots.ts'

export function takeEvent(sent: SentUpload): Promise<EventReceipt> {
  const { db, config } = sent.context
  const wanted = {
    kind: 'event',
    parts: ['eventData'],
    maxFileBytes: config.limits.MAX_SNAPSHOT_MIB * MIB,
  } as const
  return receiveUpload(sent, wanted, async (upload) => {
    // 1. The form, within its limits.
    const {
      files: { eventData },
      fields,
    } = await upload.readForm()
    // 2. Who sends it.
    const sender = await upload.findSender(fields)
    // 3. Which channel it claims to be for.
    const channel = readEventChannel(eventData)
    // 4. Whether the sender may speak for that channel.
    const proof = await upload.prove(sender, { channel, season: null })
    return upload.inTurn(proof, async () => {
      // 5. Whether the event exists, with the streamer in it.
      const eventId = readEventId(fields.eventId)
      await checkParticipant(db, { eventId, userId: proof.channel.ownerId })
      // 6. The racers.
      const read = await readFiles('event', { eventData })
      // 8. New racers become rows.
      const { privacy } = sent.context.keys
      const insertNames = (trx: Db) => insertRacersOfSnapshot(trx, privacy, read)
      const compressed = await compress(eventData)
      // 9. All of it, or nothing.
      const toStore = { proof, contentHash: read.hash, insertNames }
      return upload.store(toStore, async (trx, channelId, { snapshot, deleted }) => {
        const event = await EVENT.lockName(trx, eventId)
        if (event === null) {
          // The event was deleted after the check.
          throw unknownEvent()
        }
        const since = await findDeletedSince(trx, privacy, snapshot)
        const gone = new Map([...deleted, ...since])
        const files = {
          event_data_gzip:
            gone.size === 0 ? compressed : await compress(renameInFile(eventData, gone)),
        }
        const outcome = await replaceSnapshot(trx, EVENT, {
          channelId,
          number: eventId,
          snapshot,
          files,
          receivedAt: upload.receivedAt,
        })
        if (proof.kind === 'key' || proof.kind === 'pairing') {
          await noteSentByCompanion(trx, {
            ...{ eventId, userId: proof.channel.ownerId, now: upload.receivedAt },
          })
        }
        return {
          kind: 'event',
          eventId,
          event,
          ...describeOutcome(outcome, snapshot),
          change: storesFiles(outcome.kind) ? { eventId } : {},
        }
      })
    })
  })
}

/** A companion sends an event at its end. */
async function noteSentByCompanion(
  trx: Db,
  { userId, ...sent }: { eventId: number; userId: number | null; now: Date },
): Promise<void> {
  if (userId !== null && (await noteRun(trx, { ...sent, userId }))) {
    announce(trx, [`event:${sent.eventId}/details`])
  }
}

function readEventId(text: string | undefined): number {
  if (text === undefined) {
    throw new UploadProblem('missing_part', { reason: 'event_id_missing' }, { part: 'eventId' })
  }

  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : 0
}

async function checkParticipant(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number | null },
): Promise<void> {
  const event = await db
    .selectFrom('events as event')
    .select(takesPart(userId ?? 0).as('takesPart'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (event === undefined) {
    throw unknownEvent()
  }
  if (!event.takesPart) {
    throw new UploadProblem('event_not_participant', {})
  }
}

function unknownEvent(): UploadProblem {
  return new UploadProblem('event_unknown', {})
}
