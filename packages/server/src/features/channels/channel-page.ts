import type { ChannelPage } from '@rollcall/contract/channels'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { listRacerChampions } from '../badges/champions.ts'
import { listPublicEvents } from '../events/public-events.ts'
import { findToday, UNDATED } from '../standings/marble-days.ts'
import { labelOf, looksOf } from '../standings/racer-looks.ts'
import { findOpeningSeasonOf } from '../standings/seasons.ts'
import type { PublicChannel } from './find-channel.ts'

const MOST_EVENTS = 10
const MOST_CHAMPIONS = 200

/** What a channel's page shows beside its boards and games. */
export async function getChannelPage(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, userId, label }: PublicChannel,
): Promise<ChannelPage> {
  const { season, isRunning } = await findOpeningSeasonOf(db, id)
  return {
    id,
    channel: label,
    season,
    isRunning,
    numbers: await findNumbers(db, { channelId: id, season }),
    ...(await findDays(db, { channelId: id, season, now: now() })),
    champions: await listChampions(db, { channelId: id }),
    events: userId === null ? [] : await listEventsOf(db, userId),
  }
}

async function findNumbers(
  db: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<ChannelPage['numbers']> {
  const numbers = await db
    .selectFrom('channel_seasons')
    .select(['points', 'total_games as games'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  return numbers ?? null
}

async function findDays(
  db: Db,
  { channelId, season, now }: { channelId: number; season: number; now: Date },
): Promise<Pick<ChannelPage, 'today' | 'endsAt' | 'firstDay'>> {
  const { today, endsAt } = await findToday(db, now)
  // A step through the index for each season, however many days and racers there are.
  const { rows } = await sql<{ firstDay: string | null }>`
    select min(first.day)::text as "firstDay"
    from channel_seasons as played
    cross join lateral (
      select row.day from racer_days as row
      where row.channel_id = played.channel_id and row.season = played.season
        and row.day > ${UNDATED}::date
      order by row.day
      limit 1
    ) as first
    where played.channel_id = ${channelId} and played.season <= ${season}`.execute(db)
  return { today, endsAt: endsAt.toISOString(), firstDay: rows[0]?.firstDay ?? null }
}

async function listChampions(
  db: Db,
  { channelId }: { channelId: number },
): Promise<ChannelPage['champions']> {
  const champions = await listRacerChampions(db, {
    which: sql`played.channel_id = ${channelId}`,
    order: sql`season desc`,
    limit: MOST_CHAMPIONS,
  })
  const looks = await looksOf(db, { channelId, racers: champions })
  return looks.map(({ season, points, ...look }) => ({ season, points, racer: labelOf(look) }))
}

function listEventsOf(db: Db, userId: number): Promise<ChannelPage['events']> {
  return listPublicEvents(db, {
    which: sql`exists (
      select from event_participants as participant
      where participant.event_id = event.id and participant.user_id = ${userId}
    )`,
    order: sql`event.starts_at desc, event.id desc`,
    limit: MOST_EVENTS,
  })
}
