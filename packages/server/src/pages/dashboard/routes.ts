import {
  type ChannelStats,
  getChannelStats,
  getLifetimeStats,
  getNews,
  getSeasonChannelStats,
  listNotices,
  listPositions,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
  type RacerChannel,
  type Stats,
} from '@rollcall/contract/dashboard'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { listOwnLeagues } from '@rollcall/contract/racers-leagues'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { listChannelRanks } from '../../domain/boards/channel-ranks.ts'
import { listOffBoardsOf } from '../../domain/boards/own-off-boards.ts'
import { placeOn } from '../../domain/boards/place-on-board.ts'
import {
  type SeasonSum,
  sumSeasons,
  totalGames,
  totalPoints,
} from '../../domain/boards/racer-numbers.ts'
import {
  findChannelCalled,
  listChannels,
  listSeasonSums,
  type RacerQuestion,
  readDashboard,
} from '../../domain/boards/racer-sums.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { LeagueTables } from '../../domain/events/league/kept-tables.ts'
import { findOwnLeagues } from '../../domain/events/league/racer-leagues.ts'
import { listAnswers } from '../../domain/people/reports.ts'
import { differingName } from '../../domain/people/user-names.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { findToday } from '../../domain/standings/marble-days.ts'
import { getPerson } from '../../domain/standings/person.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findNews, findOwnStream } from './news.ts'
import { makeStats, seasonName } from './stats.ts'

type Context = AppContext & { racerBoards: RacerBoards }

export function serveDashboard(
  serve: Serve,
  appContext: AppContext,
  { racerBoards, tables }: { racerBoards: RacerBoards; tables: LeagueTables },
): void {
  const context = { ...appContext, racerBoards }
  const { db } = context

  serve(getLifetimeStats, async ({ caller: { userId } }) => statsFor(context, { userId }))

  serve(listRacerSeasons, async ({ caller: { userId } }) =>
    seasonList(await listSeasonSums(context, { userId })),
  )

  serve(listRacerChannels, async ({ caller: { userId } }) => channelList(context, { userId }))

  serve(listRacerSeasonChannels, async ({ caller: { userId }, params }) =>
    channelList(context, { userId, season: Number(params.season) }),
  )

  serve(listRacerChannelSeasons, async ({ caller: { userId }, params }) => {
    const channel = await findChannelCalled(db, params.channelName)
    const seasons = channel ? await listSeasonSums(context, { userId, channelId: channel.id }) : []
    return {
      seasonsWithLabel: seasons.toReversed().map(({ season }) => ({
        value: String(season),
        label: seasonName(season),
        number: season,
      })),
    }
  })

  serve(getChannelStats, async ({ caller: { userId }, params }) =>
    channelStats(context, params.channelName, { userId }),
  )

  serve(getSeasonChannelStats, async ({ caller: { userId }, params }) =>
    channelStats(context, params.channelName, { userId, season: Number(params.season) }),
  )

  serve(listNotices, async ({ caller: { userId } }) => ({
    notices: [
      ...(await listOffBoardsOf(db, userId)),
      ...(await listAnswers(db, { userId, now: context.now() })).map((answer) => ({
        kind: 'report-answered' as const,
        ...answer,
      })),
    ].toSorted((a, b) => compareCodePoints(b.since, a.since)),
  }))

  serve(getNews, async ({ caller: { userId } }) => ({
    news: await findNews(context, userId),
    stream: await findOwnStream(db, { userId, now: context.now() }),
  }))

  serve(listOwnLeagues, async ({ caller: { userId } }) => ({
    leagues: await findOwnLeagues({ ...context, tables }, userId),
  }))

  serve(listPositions, async ({ caller, query }) => {
    const { season: currentSeason } = await getSettings(db)
    const season =
      query.season === undefined
        ? currentSeason
        : query.season === 'all'
          ? null
          : Number(query.season)
    const person = await getPerson(db, caller.userId)
    const { today, endsAt } = await findToday(db, context.now())
    const asked = { season, currentSeason, now: context.now(), most: query.most }
    return {
      season,
      racer: person.address,
      today,
      endsAt: endsAt.toISOString(),
      ...(await listChannelRanks(context, person, asked)),
    }
  })
}

async function channelStats(
  context: Context,
  channelName: string,
  asked: { userId: number; season?: number },
): Promise<ChannelStats> {
  const channel = await getChannel(context.db, channelName)
  return {
    channel: {
      name: channel.displayName ?? channel.name,
      profileImageUrl: channel.profileImageUrl,
      address: { platform: channel.platform, login: channel.login },
    },
    ...(await statsFor(context, { ...asked, channelId: channel.id })),
  }
}

async function statsFor(context: Context, asked: RacerQuestion): Promise<Stats> {
  const racer = await readDashboard(context, asked)
  const { best, racerIds } = racer
  const place =
    best &&
    placeOn(await context.racerBoards.inSeason(best), {
      ...{ userId: asked.userId, racerIds },
      points: best.points,
    })
  return makeStats(racer, { place, isOneChannel: asked.channelId !== undefined })
}

async function channelList(context: Context, asked: RacerQuestion): Promise<RacerChannel[]> {
  const channels = await listChannels(context, asked)
  return channels.map((channel) => ({
    id: channel.id,
    channel: channel.name,
    user:
      channel.username === null
        ? null
        : {
            username: channel.username,
            ...differingName(channel.displayName, channel.username),
            profile_image_url: channel.profileImageUrl,
          },
    race_points: channel.racePoints,
    br_points: channel.royalePoints,
    race_races: channel.raceGames,
    br_races: channel.royaleGames,
    race_wins: channel.raceWins,
    br_wins: channel.royaleWins,
  }))
}

async function getChannel(db: Db, name: string) {
  const channel = await findChannelCalled(db, name)
  if (channel === null) {
    throw new ApiError('no_such_channel')
  }
  return channel
}

function seasonList(seasons: readonly SeasonSum[]): ResponseOf<typeof listRacerSeasons> {
  const all = sumSeasons(seasons)
  return {
    lifetime: {
      totalRaces: all === null ? 0 : totalGames(all),
      totalPoints: all === null ? 0 : totalPoints(all),
    },
    seasons: seasons.toReversed().map((totals) => ({
      value: String(totals.season),
      name: seasonName(totals.season),
      number: totals.season,
      totalRaces: totalGames(totals),
      totalPoints: totalPoints(totals),
    })),
  }
}
