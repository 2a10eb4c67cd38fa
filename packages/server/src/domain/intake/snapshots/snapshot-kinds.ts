/** The snapshots of seasons and of events. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readStreamerData, type SeasonTotals } from '@rollcall/formats/season-files'
import { applyEventSnapshot, removeEventSnapshot } from '../../standings/event-snapshots.ts'
import { applySeasonSnapshot, removeSeasonSnapshot } from '../../standings/season-snapshots.ts'
import { readFiles } from '../files/read-files.ts'
import type { ReadSnapshot } from '../files/readers.ts'
import type { SnapshotKind } from './snapshots.ts'

const decompress = promisify(gunzip)

interface SeasonFiles {
  /** YYYY-MM-DD; the day in the file, or, without one, the day when it arrived. */
  marble_day: string
  streamer_data_gzip: Buffer
  viewer_data_gzip: Buffer
}

export const SEASON: SnapshotKind<SeasonFiles, ReadSnapshot & { totals: SeasonTotals }> = {
  table: 'season_snapshots',
  counting: 'channel_seasons',
  key: 'season',
  lockName: async (_, season) => `season ${season}`,

  async findEarlier(trx, { channelId, number: season, files }, handedOverAt) {
    const counting = await trx
      .selectFrom('channel_seasons')
      .select(['source', 'snapshot_hash', 'marble_day', 'racer_count'])
      .where('channel_id', '=', channelId)
      .where('season', '=', season)
      .executeTakeFirst()
    const lastStored = trx
      .selectFrom('season_snapshots')
      .select(['snapshot_hash', 'marble_day'])
      .where('channel_id', '=', channelId)
      .where('season', '=', season)
      .orderBy('id', 'desc')
      .limit(1)
    const last = handedOverAt === null ? counting : await lastStored.executeTakeFirst()
    return {
      hash: last?.snapshot_hash ?? null,
      // YYYY-MM-DD sorts as text.
      isLater: (last?.marble_day ?? '') > files.marble_day,
      // A season from games has neither day nor hash, so any snapshot with racers replaces it.
      isFull: counting !== undefined && (counting.source === 'games' || counting.racer_count > 0),
    }
  },

  async read({ streamer_data_gzip, viewer_data_gzip }) {
    const totals = readStreamerData(await decompress(streamer_data_gzip))
    const viewerData = await decompress(viewer_data_gzip)
    return { ...(await readFiles('season', { viewerData, totals })), totals }
  },

  apply: (trx, { channelId, number: season, snapshot, files }, cause) =>
    applySeasonSnapshot(trx, {
      channelId,
      season,
      marbleDay: files.marble_day,
      totals: snapshot.totals,
      snapshot,
      cause,
    }),

  remove: (trx, { channelId, number: season }) => removeSeasonSnapshot(trx, { channelId, season }),
}

export const EVENT: SnapshotKind<{ event_data_gzip: Buffer }> = {
  table: 'event_snapshots',
  counting: 'event_standings',
  key: 'event_id',
  async lockName(trx, eventId) {
    const event = await trx
      .selectFrom('events')
      .select('name')
      .where('id', '=', eventId)
      .forKeyShare()
      .executeTakeFirst()
    return event?.name ?? null
  },

  /** An event's file has no day, so the one that arrives later wins. */
  async findEarlier(trx, { channelId, number: eventId }) {
    const last = await trx
      .selectFrom('event_snapshots')
      .select(['snapshot_hash as hash', 'racer_count'])
      .where('event_id', '=', eventId)
      .where('channel_id', '=', channelId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last && { hash: last.hash, isLater: false, isFull: last.racer_count !== 0 }
  },

  read: async ({ event_data_gzip }) =>
    readFiles('event', { eventData: await decompress(event_data_gzip) }),

  apply: (trx, { channelId, number: eventId, snapshot, receivedAt }) =>
    applyEventSnapshot(trx, { eventId, channelId, snapshot, receivedAt }),

  remove: (trx, { channelId, number: eventId }) => removeEventSnapshot(trx, { eventId, channelId }),
}
