/** An event's snapshot: a channel's cumulative results in an event, from the public companion. */

import type { EventReceipt } from '@rollcall/contract/uploads'
import { readEventChannel } from '@rollcall/formats/event-file'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { MIB } from '../../limits.ts'
import { identifyRacers } from '../standings/racers.ts'
import {
  type RacersOfSnapshot,
  type ReplacedRacers,
  replaceEventRacers,
} from '../standings/replace-racers.ts'
import { findHandover } from '../standings/season-totals.ts'
import { readFiles } from './file-reader.ts'
import type { ReadSnapshot } from './read-files.ts'
import {
  compress,
  describeOutcome,
  replaceSnapshot,
  type SnapshotOutcome,
  storeOnlyLatest,
} from './snapshots.ts'
import type { CheckedUpload, ProvedUpload, StoredUpload, UploadKind } from './take-upload.ts'
import { UploadProblem } from './upload-problem.ts'

type StoredEvent = Omit<EventReceipt, 'id' | 'channel'> & StoredUpload

export const EVENT_UPLOAD: UploadKind<'eventData', StoredEvent> = {
  kind: 'event',
  parts: ['eventData'],
  maxFileBytes: ({ limits }) => limits.MAX_SNAPSHOT_MIB * MIB,
  readClaim: ({ files, fields }) => ({
    channel: readEventChannel(files.eventData),
    season: null,
    check: (proved) => checkEvent(files.eventData, fields.eventId, proved),
  }),
}

async function checkEvent(
  eventData: Buffer,
  eventIdField: string | undefined,
  { context, proof, receivedAt }: ProvedUpload,
): Promise<CheckedUpload<StoredEvent>> {
  // 5. Whether the event exists, with the streamer in it.
  const eventId = readEventId(eventIdField)
  await checkParticipant(context.db, { eventId, userId: proof.channel.ownerId })
  // 6. The racers.
  const snapshot = await identifyRacers(context.db, await readFiles('event', { eventData }))
  const eventDataGzip = await compress(eventData)
  return {
    contentHash: snapshot.hash,
    store: async (trx, { channelId, isDryRun }) => {
      const upload = { eventId, channelId, snapshot, receivedAt, eventDataGzip }
      const outcome = await replaceStanding(trx, upload)
      const what = `The event standing of ${proof.channel.name}`
      return {
        eventId,
        ...describeOutcome(outcome, { what, snapshot, isDryRun }),
        change: { eventId },
      }
    },
  }
}

function readEventId(text: string | undefined): number {
  if (text === undefined) {
    throw new UploadProblem('missing_part', 'The field eventId is missing.', {
      part: 'eventId',
    })
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
    throw new UploadProblem(
      'event_not_participant',
      'The channel does not take part in this event. Ask its organiser to add you.',
    )
  }
}

function unknownEvent(): UploadProblem {
  return new UploadProblem('event_unknown', 'There is no event with that number.')
}

interface StandingToStore {
  eventId: number
  channelId: number
  snapshot: ReadSnapshot & RacersOfSnapshot
  receivedAt: Date
  eventDataGzip: Buffer
}

/** It cannot be deleted meanwhile; undefined where it has been. */
export async function lockEvent(trx: Db, eventId: number): Promise<{ name: string } | undefined> {
  return trx
    .selectFrom('events')
    .select('name')
    .where('id', '=', eventId)
    .forKeyShare()
    .executeTakeFirst()
}

/** An event's file has no day: the later arrival wins. */
async function replaceStanding(trx: Db, upload: StandingToStore): Promise<SnapshotOutcome> {
  if ((await lockEvent(trx, upload.eventId)) === undefined) {
    // An admin has deleted it since it was looked for.
    throw unknownEvent()
  }
  const handedOverAt = await findHandover(trx, upload.channelId)
  const last = await trx
    .selectFrom('event_snapshots')
    .select(['snapshot_hash as hash', 'racer_count'])
    .where('event_id', '=', upload.eventId)
    .where('channel_id', '=', upload.channelId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return replaceSnapshot(
    {
      earlier: last && { hash: last.hash, isLater: false, isFull: last.racer_count !== 0 },
      handedOverAt,
    },
    upload.snapshot,
    { apply: () => applyStanding(trx, upload), store: () => storeEventFile(trx, upload) },
  )
}

export async function applyStanding(
  trx: Db,
  upload: Omit<StandingToStore, 'eventDataGzip'>,
): Promise<ReplacedRacers> {
  const { eventId, channelId, snapshot } = upload
  const key = { event_id: eventId, channel_id: channelId }
  const standing = standingOf(upload)
  await trx
    .insertInto('event_standings')
    .values({ ...key, ...standing })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel_id']).doUpdateSet(standing))
    .execute()
  const replaced = await replaceEventRacers(trx, { eventId, channelId, snapshot })
  await announce(trx, [`event:${eventId}/channel:${channelId}`])
  return replaced
}

export async function storeEventFile(trx: Db, upload: StandingToStore): Promise<void> {
  const { eventId, channelId, snapshot, eventDataGzip } = upload
  const key = { event_id: eventId, channel_id: channelId }
  await trx
    .insertInto('event_snapshots')
    .values({
      ...key,
      ...standingOf(upload),
      points: snapshot.points,
      event_data_gzip: eventDataGzip,
    })
    .execute()
  await storeOnlyLatest(trx, { table: 'event_snapshots', key })
}

function standingOf({ snapshot, receivedAt }: Pick<StandingToStore, 'snapshot' | 'receivedAt'>) {
  return {
    snapshot_hash: snapshot.hash,
    racer_count: snapshot.racerCount,
    received_at: receivedAt,
  }
}
