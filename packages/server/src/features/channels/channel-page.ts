import type { ChannelPage } from '@rollcall/contract/channels'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { getSettings } from '../../settings.ts'
import { beginningOf, marbleDayOf, UNDATED } from '../standings/marble-days.ts'
import { labelOf, looksOf } from '../standings/racer-looks.ts'
import type { PublicChannel } from './find-channel.ts'

const MOST_EVENTS = 10

/** What a channel's page shows beside its boards and games. */
export async function getChannelPage(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, userId, label }: PublicChannel,
): Promise<ChannelPage> {
  const { season } = await getSettings(db)
  return {
    id,
    channel: label,
    season,
    numbers: await findNumbers(db, { channelId: id, season }),
    ...(await findDays(db, { channelId: id, season, now: now() })),
    champions: await listChampions(db, { channelId: id, season }),
    events: userId === null ? [] : await listEvents(db, userId),
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

/** The marble day of an instant, and when it ends. */
export async function findToday(
  db: Db,
  now: Date,
): Promise<Pick<ChannelPage, 'today'> & { endsAt: Date }> {
  const today = marbleDayOf(sql`${now}::timestamptz`)
  const { rows } = await sql<{ today: string; endsAt: Date }>`
    select ${today}::text as today, ${beginningOf(sql`(${today} + 1)`)} as "endsAt"`.execute(db)
  const [found] = rows
  if (found === undefined) {
    throw new Error('a statement without a row')
  }
  return found
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

/** Whoever has the badge of it, under the name that they have now. */
async function listChampions(
  db: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<ChannelPage['champions']> {
  const { rows } = await sql<Racer & { season: number; points: number }>`
    select played.season, (badge.facts ->> 'value')::bigint as points,
      coalesce(owner.platform, racer.platform) as platform, coalesce(owner.login, racer.login) as login
    from channel_seasons as played
    join racer_badges as badge on badge.key = 'season-champion'
      and badge.subject = played.season || ' channel ' || played.channel_id
      and badge.taken_back_at is null
    left join users as owner on owner.id = badge.user_id
    left join racers as racer on racer.id = badge.racer_id
    where played.channel_id = ${channelId} and played.season < ${season}
    order by played.season desc, login`.execute(db)
  const looks = await looksOf(db, { channelId, racers: rows })
  return looks.map(({ season, points, ...look }) => ({ season, points, racer: labelOf(look) }))
}

async function listEvents(db: Db, userId: number): Promise<ChannelPage['events']> {
  const events = await db
    .selectFrom('event_participants as participant')
    .innerJoin('shows as show', 'show.event_id', 'participant.event_id')
    .innerJoin('events as event', 'event.id', 'participant.event_id')
    .select([
      'event.name',
      'show.public_token as token',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
    ])
    .where('participant.user_id', '=', userId)
    .where('show.is_public', '=', true)
    .where('show.is_listed', '=', true)
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  return events.flatMap(({ token, startsAt, endsAt, ...event }) =>
    token === null
      ? []
      : { ...event, token, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  )
}
