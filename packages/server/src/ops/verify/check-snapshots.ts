import { gunzipSync } from 'node:zlib'
import { eventContent, readEventData } from '@rollcall/formats/event-file'
import { readStreamerData, readViewerData, seasonContent } from '@rollcall/formats/season-files'
import { pointsPerRace } from '@rollcall/scoring/points'
import { isDeletedLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { findInstants } from '../../domain/events/event-days.ts'
import {
  contentHash,
  EVENT_COLUMNS,
  SEASON_COLUMNS,
  sumEventPoints,
} from '../../domain/intake/files/readers.ts'
import { EVENT, SEASON } from '../../domain/intake/snapshots/snapshot-kinds.ts'
import { listStored, STORED_SNAPSHOTS } from '../../domain/intake/snapshots/snapshots.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Check, compareNumbers, compareStoredRacers, type Differ } from './compare.ts'

const PAGE = 100

export const checkSeasonSnapshots: Check = async (db, differ) => {
  let seasons = 0
  let racers = 0
  let files = 0
  let after = { channelId: 0, season: 0 }
  for (;;) {
    const channelSeasons = await pageOfSeasons(db, after)
    for (const channelSeason of channelSeasons) {
      seasons += 1
      const checked = await checkSeason(db, differ, channelSeason)
      racers += checked.racers
      files += checked.files
    }
    const last = channelSeasons.at(-1)
    if (last === undefined) {
      break
    }
    after = { channelId: last.channel_id, season: last.season }
  }
  return {
    'seasons of channels': seasons,
    'racers of seasons': racers,
    'stored season snapshots': files,
  }
}

type ChannelSeason = Awaited<ReturnType<typeof pageOfSeasons>>[number]

async function pageOfSeasons(db: Db, after: { channelId: number; season: number }) {
  return db
    .selectFrom('channel_seasons as channel_season')
    .innerJoin('channels as channel', 'channel.id', 'channel_season.channel_id')
    .selectAll('channel_season')
    .select(['channel.name', 'channel.handed_over_at as handedOverAt'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('channel_season.channel_id', 'channel_season.season'),
        '>',
        tuple(after.channelId, after.season),
      ),
    )
    .orderBy('channel_season.channel_id')
    .orderBy('channel_season.season')
    .limit(PAGE)
    .execute()
}

async function checkSeason(
  db: Db,
  differ: Differ,
  channelSeason: ChannelSeason,
): Promise<{ racers: number; files: number }> {
  const { points, total_games: games, channel_id, season } = channelSeason
  const where = `Season ${season} of ${channelSeason.name}`
  compareNumbers(differ, {
    where,
    stored: channelSeason,
    expected: { points_per_game: pointsPerRace({ points, games }) },
    because: `${points} points in ${games} games`,
  })
  const files = await listStored(db, SEASON, { channelId: channel_id, number: season })
  if (channelSeason.source === 'games') {
    const snapshots = channelSeason.handedOverAt === null ? files.length : 0
    await checkNoSnapshot(db, differ, { channelSeason, where, snapshots })
    return { racers: 0, files: 0 }
  }
  const counted = readFiles(differ, { where, files, counting: channelSeason }, (file) => {
    const totals = readStreamerData(gunzipSync(file.streamer_data_gzip))
    const snapshot = readViewerData(gunzipSync(file.viewer_data_gzip), totals)
    return {
      snapshot,
      points: snapshot.points,
      hash: hashOfFile(snapshot, seasonContent(snapshot), file),
      expected: { ...(snapshot.marbleDay !== null && { marble_day: snapshot.marbleDay }) },
    }
  })
  if (counted === undefined) {
    return { racers: 0, files: files.length }
  }
  const { file, snapshot } = counted
  compareNumbers(differ, {
    where,
    stored: channelSeason,
    expected: {
      snapshot_points: snapshot.points,
      snapshot_games: snapshot.totalGames,
      snapshot_race_high: snapshot.raceHighScore,
      snapshot_royale_high: snapshot.royaleHighScore,
      racer_count: snapshot.racers.length,
      marble_day: file.marble_day,
      snapshot_hash: file.snapshot_hash,
    },
    because: 'the stored file',
  })
  const racers = await compareStoredRacers(db, differ, {
    stored: storedInSeason({ channelId: channel_id, season }),
    columns: SEASON_COLUMNS,
    expected: snapshot.racers,
    where,
  })
  return { racers, files: files.length }
}

async function checkNoSnapshot(
  db: Db,
  differ: Differ,
  {
    channelSeason,
    where,
    snapshots,
  }: { channelSeason: ChannelSeason; where: string; snapshots: number },
): Promise<void> {
  const { racer_count, marble_day, snapshot_hash, snapshot_points, snapshot_games } = channelSeason
  const { count: racers } = await db
    .selectFrom('racer_totals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('in_snapshot', '=', true)
    .where('channel_id', '=', channelSeason.channel_id)
    .where('season', '=', channelSeason.season)
    .executeTakeFirstOrThrow()
  compareNumbers(differ, {
    where,
    stored: {
      racer_count,
      racers,
      snapshots,
      marble_day,
      snapshot_hash,
      snapshot_points,
      snapshot_games,
    },
    expected: {
      racer_count: 0,
      racers: 0,
      snapshots: 0,
      marble_day: null,
      snapshot_hash: null,
      snapshot_points: null,
      snapshot_games: null,
    },
    because: 'a season from games',
  })
}

/** The snapshot's numbers as the totals store them. */
const storedInSeason = ({ channelId, season }: { channelId: number; season: number }) => sql`
  select racer.platform, racer.login, ${sql.join(
    SEASON_COLUMNS.map(({ name }) => sql`${sql.ref(`snapshot_${name}`)} as ${sql.ref(name)}`),
  )}
  from racer_totals join racers as racer on racer.id = racer_id
  where channel_id = ${channelId} and season = ${season} and in_snapshot`

const storedInEvent = ({ eventId, channelId }: { eventId: number; channelId: number }) => sql`
  select racer.platform, racer.login, ${sql.join(EVENT_COLUMNS.map(({ name }) => sql.ref(name)))}
  from event_racers join racers as racer on racer.id = racer_id
  where event_id = ${eventId} and channel_id = ${channelId}`

/** Also checks when each event's days start and end. */
export const checkEventSnapshots: Check = async (db, differ) => {
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const event of events) {
    const { startsAt, endsAt } = findInstants({
      firstDay: event.first_day,
      lastDay: event.last_day,
      timeZone: event.time_zone,
    })
    compareNumbers(differ, {
      where: `The event ${event.name}`,
      stored: { start: event.starts_at.toISOString(), end: event.ends_at.toISOString() },
      expected: { start: startsAt.toISOString(), end: endsAt.toISOString() },
      because: `${event.first_day} to ${event.last_day} in ${event.time_zone ?? 'an unknown time zone'}`,
    })
  }
  const eventSnapshots = await db
    .selectFrom('event_standings as snapshot')
    .innerJoin('channels as channel', 'channel.id', 'snapshot.channel_id')
    .innerJoin('events as event', 'event.id', 'snapshot.event_id')
    .selectAll('snapshot')
    .select(['channel.name', 'channel.handed_over_at as handedOverAt', 'event.name as eventName'])
    .orderBy('snapshot.event_id')
    .orderBy('snapshot.channel_id')
    .execute()
  let racers = 0
  for (const eventSnapshot of eventSnapshots) {
    racers += await checkEventSnapshot(db, differ, eventSnapshot)
  }
  return {
    events: events.length,
    'standings of events': eventSnapshots.length,
    'racers of events': racers,
  }
}

async function checkEventSnapshot(
  db: Db,
  differ: Differ,
  eventSnapshot: {
    event_id: number
    channel_id: number
    name: string
    eventName: string
    snapshot_hash: string
    racer_count: number
    handedOverAt: Date | null
  },
): Promise<number> {
  const { event_id, channel_id } = eventSnapshot
  const where = `${eventSnapshot.eventName} by ${eventSnapshot.name}`
  const files = await listStored(db, EVENT, { channelId: channel_id, number: event_id })
  const counted = readFiles(differ, { where, files, counting: eventSnapshot }, (file) => {
    const snapshot = readEventData(gunzipSync(file.event_data_gzip))
    return {
      snapshot,
      points: sumEventPoints(snapshot),
      hash: hashOfFile(snapshot, eventContent(snapshot), file),
      expected: {},
    }
  })
  if (counted === undefined) {
    return 0
  }
  const { file, snapshot } = counted
  compareNumbers(differ, {
    where,
    stored: eventSnapshot,
    expected: { racer_count: snapshot.racers.length, snapshot_hash: file.snapshot_hash },
    because: 'the stored file',
  })
  return compareStoredRacers(db, differ, {
    stored: storedInEvent({ eventId: event_id, channelId: channel_id }),
    columns: EVENT_COLUMNS,
    expected: snapshot.racers,
    where,
  })
}

/** If names were deleted from a file, the hash is that of the file as it arrived, and cannot be computed again. */
function hashOfFile(
  { channel, racers }: { channel: string; racers: readonly { login: string }[] },
  content: string,
  { snapshot_hash }: StoredFile,
): string {
  const names = [channel, ...racers.map(({ login }) => login)]
  return names.some(isDeletedLogin) ? snapshot_hash : contentHash(content)
}

interface StoredFile {
  received_at: Date
  snapshot_hash: string
  racer_count: number | null
  points: number | null
}

/** Reads each stored snapshot again; returns the one that counts, or undefined if it cannot be read. */
function readFiles<F extends StoredFile, S extends { racers: readonly unknown[] }>(
  differ: Differ,
  {
    where,
    files,
    counting: { handedOverAt, snapshot_hash },
  }: {
    where: string
    files: readonly F[]
    counting: { handedOverAt: Date | null; snapshot_hash: string | null }
  },
  read: (file: F) => { snapshot: S; points: number; hash: string; expected: object },
): { file: F; snapshot: S } | undefined {
  // After a handover, later snapshots are stored in addition to the one that counts.
  const allowed = STORED_SNAPSHOTS + (handedOverAt === null ? 0 : 1)
  const countedAge =
    handedOverAt === null ? 0 : files.findIndex((file) => file.snapshot_hash === snapshot_hash)
  if (files.length > allowed) {
    differ(`${where}: ${files.length} snapshots are stored where ${allowed} should be.`)
  }
  if (files.length === 0 || countedAge === -1) {
    differ(`${where}: the snapshot that counts is not stored.`)
  }
  let counted: { file: F; snapshot: S } | undefined
  for (const [age, file] of files.entries()) {
    const what = `${where}, the snapshot stored ${file.received_at.toISOString()}`
    try {
      const { snapshot, points, hash, expected } = read(file)
      if (age === countedAge) {
        counted = { file, snapshot }
      }
      compareNumbers(differ, {
        where: what,
        stored: file,
        expected: {
          snapshot_hash: hash,
          // Older snapshots do not have it.
          ...(file.racer_count !== null && { racer_count: snapshot.racers.length }),
          ...(file.points !== null && { points }),
          ...expected,
        },
        because: 'its file',
      })
    } catch (error) {
      differ(`${what} cannot be read again: ${(error as Error).message}`)
    }
  }
  return counted
}
