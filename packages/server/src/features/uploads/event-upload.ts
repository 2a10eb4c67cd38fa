/** An event's snapshot: a channel's cumulative results in an event, from the public companion. */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { EventReceipt } from '@rollcall/contract/uploads'
import {
  type EventRacer,
  type EventSnapshot,
  eventContent,
  readEventData,
} from '@rollcall/formats/event-file'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { MIB } from '../../limits.ts'
import { contentHash } from './content-hash.ts'
import {
  describeOutcome,
  NOTHING_REPLACED,
  type RacerRow,
  type ReplacedRacers,
  replaceRacers,
  type SnapshotOutcome,
  storeOnlyLatest,
} from './snapshots.ts'
import type { CheckedUpload, ProvedUpload, UploadKind } from './take-upload.ts'
import { UploadProblem } from './upload-problem.ts'

const HUNDREDTHS = 100

const compress = promisify(gzip)

type StoredEvent = Omit<EventReceipt, 'id' | 'channel'>

export const EVENT_UPLOAD: UploadKind<'eventData', StoredEvent> = {
  kind: 'event',
  parts: ['eventData'],
  maxFileBytes: ({ limits }) => limits.MAX_SNAPSHOT_MIB * MIB,
  // 3. and 6. There is one file, so the channel is known only once it is read.
  readClaim: ({ files, fields }) => {
    const snapshot = readEventData(files.eventData)
    return {
      channel: snapshot.channel,
      season: null,
      check: (proved) => checkEvent(files.eventData, snapshot, fields.eventId, proved),
    }
  },
}

async function checkEvent(
  eventData: Buffer,
  snapshot: EventSnapshot,
  eventIdField: string | undefined,
  { context, proof, receivedAt }: ProvedUpload,
): Promise<CheckedUpload<StoredEvent>> {
  // 5. Whether the event exists, with the streamer in it.
  const eventId = readEventId(eventIdField)
  await checkParticipant(context.db, { eventId, userId: proof.channel.ownerId })
  const hash = contentHash(eventContent(snapshot))
  const eventDataGzip = await compress(eventData)
  return {
    contentHash: hash,
    store: async (trx, { channelId, isDryRun }) => {
      const outcome = await replaceStanding(trx, {
        eventId,
        channelId,
        snapshot,
        hash,
        receivedAt,
        eventDataGzip,
      })
      const what = `The event standing of ${proof.channel.name}`
      return { eventId, ...describeOutcome(outcome, { what, snapshot, isDryRun }) }
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
    throw new UploadProblem('event_unknown', 'There is no event with that number.')
  }
  if (event.userId === null) {
    throw new UploadProblem(
      'event_not_participant',
      'The channel does not take part in this event. Ask its organiser to add you.',
    )
  }
}

interface StandingToStore {
  eventId: number
  channelId: number
  snapshot: EventSnapshot
  hash: string
  receivedAt: Date
  /** The file as it came, gzipped, to put back later. */
  eventDataGzip: Buffer
}

/**
 * In the caller's transaction, with the channel locked. An event's file has no day, so the later
 * arrival wins; `duplicate` and `empty` as with a season.
 */
async function replaceStanding(trx: Db, upload: StandingToStore): Promise<SnapshotOutcome> {
  const { eventId, channelId, snapshot, hash } = upload
  const stored = await trx
    .selectFrom('event_standings')
    .select(['snapshot_hash', 'racer_count'])
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  if (stored?.snapshot_hash === hash) {
    return { kind: 'duplicate', ...NOTHING_REPLACED }
  }
  if (stored !== undefined && stored.racer_count > 0 && snapshot.racers.length === 0) {
    return { kind: 'empty', ...NOTHING_REPLACED }
  }
  return { kind: 'stored', ...(await applyStanding(trx, upload)) }
}

/** In the caller's transaction, with the channel locked. */
export async function applyStanding(trx: Db, upload: StandingToStore): Promise<ReplacedRacers> {
  const { eventId, channelId, snapshot, hash, receivedAt } = upload
  const standing = {
    snapshot_hash: hash,
    racer_count: snapshot.racers.length,
    received_at: receivedAt,
  }
  await trx
    .insertInto('event_standings')
    .values({ event_id: eventId, channel_id: channelId, ...standing })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel_id']).doUpdateSet(standing))
    .execute()
  const replaced = await replaceRacers(trx, {
    table: 'event_racers',
    key: { event_id: eventId, channel_id: channelId },
    platform: 'twitch',
    columns: EVENT_RACER_COLUMNS,
    rows: snapshot.racers.map(eventRacerRow),
  })
  await storeFile(trx, upload)
  await announce(trx, [`event:${eventId}/channel:${channelId}`])
  return replaced
}

export const EVENT_RACER_COLUMNS = [
  { name: 'event_points', type: 'numeric' },
  { name: 'race_points', type: 'integer' },
  { name: 'race_wins', type: 'integer' },
  { name: 'race_games', type: 'integer' },
  { name: 'royale_points', type: 'integer' },
  { name: 'royale_wins', type: 'integer' },
  { name: 'royale_games', type: 'integer' },
  { name: 'crown_wins', type: 'integer' },
  { name: 'kills', type: 'integer' },
  { name: 'damage', type: 'numeric' },
  { name: 'eliminations', type: 'integer' },
] as const

/** In the order of the columns. */
export function eventRacerRow(racer: EventRacer): RacerRow {
  return {
    login: racer.login,
    values: [
      (racer.eventPointsHundredths ?? 0) / HUNDREDTHS,
      racer.racePoints,
      racer.raceWins,
      racer.raceRaces,
      racer.royalePoints,
      racer.royaleWins,
      racer.royaleGames,
      racer.crownWins,
      racer.kills,
      racer.damageHundredths === null ? null : racer.damageHundredths / HUNDREDTHS,
      racer.eliminations,
    ],
  }
}

export function eventPointsOf({ racers }: EventSnapshot): number {
  const hundredths = racers.reduce((sum, racer) => sum + (racer.eventPointsHundredths ?? 0), 0)
  return hundredths / HUNDREDTHS
}

async function storeFile(trx: Db, upload: StandingToStore): Promise<void> {
  const { eventId, channelId } = upload
  await trx
    .insertInto('event_snapshots')
    .values({
      event_id: eventId,
      channel_id: channelId,
      received_at: upload.receivedAt,
      snapshot_hash: upload.hash,
      racer_count: upload.snapshot.racers.length,
      points: eventPointsOf(upload.snapshot),
      event_data_gzip: upload.eventDataGzip,
    })
    .execute()
  await storeOnlyLatest(trx, {
    table: 'event_snapshots',
    key: { event_id: eventId, channel_id: channelId },
  })
}
