/** Takes an event's snapshot: a channel's cumulative results in an event, from the public companion. */

import type { EventReceipt } from '@rollcall/contract/uploads'
import { readEventChannel } from '@rollcall/formats/event-file'
import type { Db } from '../../database/schema.ts'
import { MIB } from '../../limits.ts'
import { findDeletedSince, insertRacersOfSnapshot } from './deleted-names.ts'
import { readFiles } from './read-files.ts'
import { renameInFile } from './rename-in-files.ts'
import { EVENT } from './snapshot-kinds.ts'
import { compress, describeOutcome, replaceSnapshot, storesFiles } from './snapshots.ts'
import { type SentUpload, takeUpload } from './take-upload.ts'
import { UploadProblem } from './upload-problem.ts'

export function takeEvent(sent: SentUpload): Promise<EventReceipt> {
  const { db, config } = sent.context
  const wanted = {
    kind: 'event',
    parts: ['eventData'],
    maxFileBytes: config.limits.MAX_SNAPSHOT_MIB * MIB,
  } as const
  return takeUpload(sent, wanted, async (upload) => {
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
      const { snapshot, deleted } = await insertRacersOfSnapshot(sent.context, read)
      const results = renameInFile(eventData, deleted)
      const files = { event_data_gzip: await compress(results) }
      // 9. All of it, or nothing.
      return upload.store({ proof, contentHash: snapshot.hash }, async (trx, channelId) => {
        const event = await EVENT.lockName(trx, eventId)
        if (event === null) {
          // The event was deleted after the check.
          throw unknownEvent()
        }
        const since = await findDeletedSince(trx, sent.context.keys.privacy, snapshot)
        if (since.size > 0) {
          files.event_data_gzip = await compress(renameInFile(results, since))
        }
        const outcome = await replaceSnapshot(trx, EVENT, {
          channelId,
          number: eventId,
          snapshot,
          files,
          receivedAt: upload.receivedAt,
        })
        const what = `The event standing of ${proof.channel.name}`
        const { isDryRun } = upload
        return {
          kind: 'event',
          eventId,
          event,
          ...describeOutcome(outcome, { what, snapshot, isDryRun }),
          change: storesFiles(outcome.kind) ? { eventId } : {},
        }
      })
    })
  })
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
    .leftJoin('event_participants as participant', (join) =>
      join
        .onRef('participant.event_id', '=', 'event.id')
        .on('participant.user_id', '=', userId ?? 0),
    )
    .select('participant.user_id as userId')
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (event === undefined) {
    throw unknownEvent()
  }
  if (event.userId === null) {
    throw new UploadProblem('event_not_participant', {})
  }
}

function unknownEvent(): UploadProblem {
  return new UploadProblem('event_unknown', {})
}
