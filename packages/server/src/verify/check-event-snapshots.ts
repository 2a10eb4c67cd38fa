/** Standings of events: read again from the kept files; and the instants of each event's days. */
import { gunzipSync } from 'node:zlib'
import type { Db } from '../app-context.ts'
import { instantsOf } from '../features/events/event-days.ts'
import {
  eventPointsOf,
  eventRacerColumns,
  eventRacerRow,
} from '../features/uploads/event-snapshot.ts'
import {
  type EventSnapshot,
  eventSnapshotHash,
  readEventData,
} from '../features/uploads/formats/event-snapshot.ts'
import { KEPT_SNAPSHOTS } from '../features/uploads/keep-latest.ts'
import type { Check, Differ } from './check.ts'
import { compareNumbers, compareRacers } from './compare-rows.ts'

export const checkEventSnapshots: Check = async (db, differ) => {
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const event of events) {
    const { startsAt, endsAt } = instantsOf({
      firstDay: event.first_day,
      lastDay: event.last_day,
      timeZone: event.time_zone,
    })
    compareNumbers(differ, {
      where: `The event ${event.name}`,
      stored: { start: event.starts_at.toISOString(), end: event.ends_at.toISOString() },
      expected: { start: startsAt.toISOString(), end: endsAt.toISOString() },
      because: `${event.first_day} to ${event.last_day} in ${event.time_zone}`,
    })
  }
  const standings = await db
    .selectFrom('event_standings as standing')
    .innerJoin('channels as channel', 'channel.id', 'standing.channel_id')
    .innerJoin('events as event', 'event.id', 'standing.event_id')
    .selectAll('standing')
    .select(['channel.name', 'event.name as eventName'])
    .orderBy('standing.event_id')
    .orderBy('standing.channel_id')
    .execute()
  let racers = 0
  for (const standing of standings) {
    racers += await checkStanding(db, differ, standing)
  }
  return {
    events: events.length,
    'standings of events': standings.length,
    'racers of events': racers,
  }
}

async function checkStanding(
  db: Db,
  differ: Differ,
  standing: {
    event_id: number
    channel_id: number
    name: string
    eventName: string
    snapshot_hash: string
    racer_count: number
  },
): Promise<number> {
  const { event_id, channel_id } = standing
  const where = `${standing.eventName} by ${standing.name}`
  const kept = await db
    .selectFrom('event_snapshots')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('channel_id', '=', channel_id)
    .orderBy('id', 'desc')
    .execute()
  if (kept.length > KEPT_SNAPSHOTS) {
    differ(`${where}: ${kept.length} snapshots are kept where ${KEPT_SNAPSHOTS} should be.`)
  }
  if (kept[0] === undefined) {
    differ(`${where}: no snapshot is kept that tells it.`)
  }
  let newest: EventSnapshot | undefined
  for (const [age, file] of kept.entries()) {
    const what = `${where}, the snapshot kept ${file.received_at.toISOString()}`
    const snapshot = readKept(differ, what, file.event_data_gzip)
    if (snapshot === undefined) continue
    if (age === 0) newest = snapshot
    compareNumbers(differ, {
      where: what,
      stored: file,
      expected: {
        snapshot_hash: eventSnapshotHash(snapshot),
        // Not written down with those that were kept before it was.
        ...(file.racer_count !== null && { racer_count: snapshot.racers.length }),
        ...(file.points !== null && { points: eventPointsOf(snapshot) }),
      },
      because: 'its file',
    })
  }
  if (newest === undefined) {
    return 0
  }
  compareNumbers(differ, {
    where,
    stored: standing,
    expected: { racer_count: newest.racers.length, snapshot_hash: kept[0]?.snapshot_hash },
    because: 'the kept file',
  })
  return compareRacers(db, differ, {
    table: 'event_racers',
    key: { event_id, channel_id },
    columns: eventRacerColumns,
    expected: newest.racers.map(eventRacerRow),
    where,
  })
}

function readKept(differ: Differ, what: string, eventData: Buffer): EventSnapshot | undefined {
  try {
    return readEventData(gunzipSync(eventData))
  } catch (error) {
    differ(`${what} cannot be read again: ${(error as Error).message}`)
    return undefined
  }
}
