import type { Db } from '../../platform/database/schema.ts'

export interface Streamer {
  userId: number
  username: string
  /** null if pages show the username. */
  displayName: string | null
  channelId: number
}

/** The participants with a channel, ordered by login; with `userId`, only that participant. */
export async function listStreamers(db: Db, eventId: number, userId?: number): Promise<Streamer[]> {
  return db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .innerJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .select([
      'streamer.id as userId',
      'streamer.username',
      'streamer.display_name as displayName',
      'channel.id as channelId',
    ])
    .where('participant.event_id', '=', eventId)
    .$if(userId !== undefined, (query) => query.where('streamer.id', '=', userId ?? 0))
    .orderBy('streamer.login')
    .execute()
}
