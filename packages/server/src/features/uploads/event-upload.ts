/** A snapshot of an event from the first byte to the receipt; the steps are those of a season's. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { EventReceipt } from '@rollcall/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext, Db } from '../../app-context.ts'
import { findCredential, proveChannel } from './channel-proof.ts'
import { lockChannel } from './channels.ts'
import { replaceEventSnapshot } from './event-snapshot.ts'
import { eventSnapshotHash, readEventData } from './formats/event-snapshot.ts'
import { UploadProblem } from './formats/problem.ts'
import { inUploadTransaction, recordTaken, type UploadTrail } from './receipts.ts'
import { outcomeOf, wordsOf } from './snapshot-words.ts'
import { readUploadForm } from './upload-form.ts'

const compress = promisify(gzip)

/** @throws {UploadProblem} with nothing stored; `trail` then holds what the receipt should say. */
export async function takeEventUpload(
  context: AppContext,
  request: FastifyRequest,
  trail: UploadTrail,
): Promise<EventReceipt> {
  // 1. and 2. The form, and who sends it.
  const { files, fields } = await readUploadForm(request, {
    parts: ['eventData'],
    maxBytes: context.config.maxSnapshotBytes,
    trail,
  })
  const credential = await findCredential(context, request, fields.uploadKey)
  trail.proof = credential
  // 3. and 6. The file is one, so the channel is known only once it is read.
  const parseStart = performance.now()
  const snapshot = readEventData(files.eventData)
  const hash = eventSnapshotHash(snapshot)
  trail.channelClaim = snapshot.channel
  trail.sizeBytes = files.eventData.length
  trail.contentHash = hash
  trail.parseMs = performance.now() - parseStart
  // 4. Whether the sender may speak for that channel.
  const proof = await proveChannel(context, request, { credential, claim: snapshot.channel })
  trail.proof = proof
  // 5. Whether the event is there, and the streamer in it.
  const eventId = readEventId(fields.eventId)
  await checkParticipant(context.db, { eventId, userId: proof.channel.ownerId })
  // 7. All of it and the receipt in one transaction, or nothing.
  const eventDataGzip = await compress(files.eventData)
  const storeStart = performance.now()
  return inUploadTransaction(context.db, trail, async (trx) => {
    const channelId = await lockChannel(trx, proof.channel)
    const outcome = await replaceEventSnapshot(trx, {
      eventId,
      channelId,
      snapshot,
      hash,
      receivedAt: trail.receivedAt,
      eventDataGzip,
    })
    const channel = proof.channel.name
    const words = wordsOf(outcome, {
      what: `The event's standing of ${channel}`,
      racers: snapshot.racers.length,
      isDryRun: trail.isDryRun,
    })
    const warnings = [...snapshot.warnings, ...words.warnings]
    const id = await recordTaken(trx, trail, {
      ...words,
      channelId,
      outcome: outcomeOf(words),
      warnings,
      storeMs: performance.now() - storeStart,
    })
    return { id, channel, eventId, ...words, warnings }
  })
}

function readEventId(text: string | undefined): number {
  if (text === undefined) {
    throw new UploadProblem('missing_part', 'The upload lacks the field eventId.', {
      part: 'eventId',
    })
  }
  // A number no event has yet is as unknown as text that is none.
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
    throw new UploadProblem('event_unknown', 'There is no event of that number.')
  }
  if (event.userId === null) {
    throw new UploadProblem(
      'event_not_participant',
      'The channel does not take part in this event. Ask its organiser to add you.',
    )
  }
}
