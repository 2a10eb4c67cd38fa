/** A channel's best racers, for its streamer's own overlay. */
import {
  getChannelOverlay,
  getOwnOverlay,
  makeOwnOverlay,
  OVERLAY_ROWS,
} from '@rollcall/contract/show'
import { racerName } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { DAY_MS } from '../../limits.ts'
import { getSettings } from '../../settings.ts'
import { COUNTS_IN_SEASON } from '../uploads/season-of-games.ts'
import { makeToken, noSuchAddress, type TokenHolder, topicOf } from './tokens.ts'

/** A show that nobody has moved for so long pauses nothing. */
const PAUSE_MS = DAY_MS / 4

export function serveChannelOverlays(
  serve: Serve,
  { db, changes, now }: AppContext,
  holderOf: (token: string) => Promise<TokenHolder | null>,
): void {
  serve(getOwnOverlay, async ({ caller }) => ({ token: await findToken(db, caller.userId) }))

  serve(makeOwnOverlay, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      if ((await findChannel(trx, userId)) === null) {
        throw new ApiError('not_found', 'Upload results of your channel first.')
      }
      const old = await findToken(trx, userId)
      const token = makeToken()
      await trx
        .insertInto('channel_overlays')
        .values({ user_id: userId, token })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token }))
        .execute()
      await announce(trx, [token, ...(old === null ? [] : [old])].map(topicOf))
      return { token }
    }),
  )

  serve(getChannelOverlay, async ({ params, query }) => {
    const holder = await holderOf(params.token)
    const channel = holder?.kind === 'channel' ? await findChannel(db, holder.userId) : null
    if (channel === null) {
      throw noSuchAddress()
    }
    const { season } = await getSettings(db)
    const isPaused = await isPausedByShow(db, channel.userId, new Date(now().getTime() - PAUSE_MS))
    const { channelId, timeZone, userId: _, ...shown } = channel
    const since = sql<Date>`
      (date_trunc('day', ${now()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone})`
    return {
      channel: shown,
      season,
      isPaused,
      rows: isPaused
        ? []
        : await listBest(
            db,
            query.of === 'today' ? playedSince(channelId, since) : ofSeason(channelId, season),
          ),
    }
  })
}

async function findToken(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('channel_overlays')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.token ?? null
}

export async function findChannel(db: Db, userId: number) {
  const row = await db
    .selectFrom('channels as channel')
    .innerJoin('users as streamer', 'streamer.id', 'channel.user_id')
    .select([
      'channel.id as channelId',
      'streamer.id as userId',
      'streamer.username',
      'streamer.profile_image_url as profileImageUrl',
    ])
    .select(({ fn, val }) => fn.coalesce('streamer.time_zone', val('UTC')).as('timeZone'))
    .where('streamer.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a live show of an event that the streamer takes part in pauses the overlays. */
async function isPausedByShow(db: Db, userId: number, movedSince: Date): Promise<boolean> {
  const show = await db
    .selectFrom('shows as show')
    .innerJoin('event_participants as participant', 'participant.event_id', 'show.event_id')
    .select('show.event_id')
    .where('participant.user_id', '=', userId)
    .where('show.phase', '=', 'live')
    .where('show.pauses_overlays', '=', true)
    .where('show.moved_at', '>', movedSince)
    .limit(1)
    .executeTakeFirst()
  return show !== undefined
}

/** Rows of platform, login and points, of which a racer may have several. */
type PointRows = RawBuilder<unknown>

const playedSince = (channelId: number, since: RawBuilder<Date>): PointRows => sql`
  select result.platform, result.login, result.points
  from games as game
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  where game.channel_id = ${channelId} and game.is_rankable
    and game.mode in ('race', 'royale') and game.finished_at >= ${since}`

/** The snapshot's racers where one counts, with the games that count beside it. */
const ofSeason = (channelId: number, season: number): PointRows => sql`
  select racer.platform, racer.login,
    coalesce(racer.race_points, 0) + coalesce(racer.royale_points, 0) as points
  from season_racers as racer
  where racer.channel_id = ${channelId} and racer.season = ${season}
  union all
  select result.platform, result.login, result.points
  from games as game
  join channels as channel on channel.id = game.channel_id
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  left join channel_seasons as standing
    on standing.channel_id = game.channel_id and standing.season = game.season
  where game.channel_id = ${channelId} and game.season = ${season} and ${COUNTS_IN_SEASON}`

async function listBest(db: Db, points: PointRows) {
  const { rows } = await sql<{ rank: number; platform: string; login: string; points: number }>`
    select rank() over (order by sum(points) desc) as rank, platform, login, sum(points) as points
    from (${points}) as earned
    group by platform, login
    having sum(points) > 0
    order by sum(points) desc, login collate "C", platform collate "C"
    limit ${OVERLAY_ROWS}`.execute(db)
  return rows.map(({ rank, points, ...racer }) => ({ rank, racer_name: racerName(racer), points }))
}
