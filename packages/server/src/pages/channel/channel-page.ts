import type { ChannelPage } from '@rollcall/contract/channels'
import { sql } from 'kysely'
import { listRacerChampions } from '../../domain/badges/champions.ts'
import type { PublicChannel } from '../../domain/boards/find-channel.ts'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { SeasonBoard, SeasonBoards } from '../../domain/boards/season.ts'
import { listPublicEvents } from '../../domain/events/public-events.ts'
import { findToday, UNDATED } from '../../domain/standings/marble-days.ts'
import { labelOf, looksOf } from '../../domain/standings/racer-looks.ts'
import { findOpeningSeasonOf } from '../../domain/standings/seasons.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findChosenBoard } from './asked-board.ts'
import { pageOfRacerBoard } from './board-pages.ts'
import { findLatestNight } from './night.ts'

const MOST_EVENTS = 10
const MOST_CHAMPIONS = 200
const HOT = 3

type Context = Pick<AppContext, 'db' | 'now'> & {
  racerBoards: RacerBoards
  seasonBoards: SeasonBoards
}

/** What a channel's page shows beside its boards and games. */
export async function getChannelPage(
  context: Context,
  channel: PublicChannel,
): Promise<ChannelPage> {
  const { db, now, seasonBoards } = context
  const { id, userId, label, holds } = channel
  const { season, isRunning } = await findOpeningSeasonOf(db, id)
  return {
    id,
    channel: label,
    season,
    isRunning,
    numbers: await findNumbers(db, { channelId: id, season }),
    rank: rankOn((await seasonBoards.of(season)).board, id),
    ...(await findLastGame(db, { channelId: id, holds })),
    hot: await findHot(context, channel),
    ...(await findDays(db, { channelId: id, season, now: now() })),
    lastNight: await findLatestNight({ db, now }, channel),
    champions: await listChampions(db, { channelId: id }),
    events: userId === null ? [] : await listEventsOf(db, userId),
  }
}

/** The leaderboards' rank by points. */
function rankOn(board: SeasonBoard, channelId: number): ChannelPage['rank'] {
  const found = board.find(channelId, 'Total Points')
  return found && { rank: found.row.rank, of: board.size }
}

async function findLastGame(
  db: Db,
  { channelId, holds }: { channelId: number; holds: readonly Hold[] },
): Promise<Pick<ChannelPage, 'lastGame'>> {
  const [lastGame = null] = await listLatestGames(db, {
    which: sql<boolean>`game.channel_id = ${channelId}`,
    holds,
    limit: 1,
    names: 'here',
  })
  return { lastGame }
}

/** As everybody sees it, also for the streamer of a held day. */
async function findHot(context: Context, channel: PublicChannel): Promise<ChannelPage['hot']> {
  const board = await findChosenBoard(context, channel, { of: 'week', mode: 'all' })
  const { rows } = await pageOfRacerBoard(context.db, board, { page: 1, limit: HOT, search: '' })
  return { rows, ...(board.held !== null && { held: board.held }) }
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
