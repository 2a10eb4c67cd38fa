import {
  type ChannelStats,
  getChannelStats,
  getLifetimeStats,
  getSeasonChannelStats,
  listPositions,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
  type RacerChannel,
  type Stats,
} from '@rollcall/contract/dashboard'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../../settings.ts'
import { differingName } from '../auth/users.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { findToday } from '../standings/marble-days.ts'
import { getPerson } from '../standings/person.ts'
import { listChannelRanks } from './channel-ranks.ts'
import {
  findChannelCalled,
  listChannels,
  listSeasonSums,
  type RacerQuestion,
  readDashboard,
} from './queries.ts'
import {
  type LoginPeriod,
  rankAmong,
  type SeasonPoints,
  type SeasonSum,
  sumSeasons,
  totalGames,
  totalPoints,
} from './racer.ts'
import { makeStats, seasonName } from './stats.ts'

export function serveDashboard(serve: Serve, context: AppContext, racerBoards: RacerBoards): void {
  const { db } = context

  serve(getLifetimeStats, async ({ caller: { userId } }) => statsFor({ userId }))

  serve(listRacerSeasons, async ({ caller: { userId } }) =>
    seasonList(await listSeasonSums(context, { userId })),
  )

  serve(listRacerChannels, async ({ caller: { userId } }) => channelList({ userId }))

  serve(listRacerSeasonChannels, async ({ caller: { userId }, params }) =>
    channelList({ userId, season: Number(params.season) }),
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
    channelStats(params.channelName, { userId }),
  )

  serve(getSeasonChannelStats, async ({ caller: { userId }, params }) =>
    channelStats(params.channelName, { userId, season: Number(params.season) }),
  )

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
    const asked = { season, currentSeason, now: context.now(), daysAgo: 1, most: query.most }
    return {
      season,
      racer: person.address,
      today,
      endsAt: endsAt.toISOString(),
      ...(await listChannelRanks({ ...context, racerBoards }, person, asked)),
    }
  })

  async function channelStats(
    channelName: string,
    asked: { userId: number; season?: number },
  ): Promise<ChannelStats> {
    const channel = await getChannel(channelName)
    return {
      channel: {
        name: channel.displayName ?? channel.name,
        profileImageUrl: channel.profileImageUrl,
        address: { platform: channel.platform, login: channel.login },
      },
      ...(await statsFor({ ...asked, channelId: channel.id })),
    }
  }

  async function statsFor(asked: RacerQuestion): Promise<Stats> {
    const racer = await readDashboard(context, asked)
    const { best, periods } = racer
    const rank = best && (await findRank(best, periods))
    return makeStats(racer, { rank, isOneChannel: asked.channelId !== undefined })
  }

  async function findRank(best: SeasonPoints, periods: readonly LoginPeriod[]) {
    const { board, total } = await racerBoards.inSeason(best)
    return rankAmong({ racers: board.list('points'), total }, best, periods)
  }

  async function channelList(asked: RacerQuestion): Promise<RacerChannel[]> {
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

  async function getChannel(name: string) {
    const channel = await findChannelCalled(db, name)
    if (channel === null) {
      throw new ApiError('no_such_channel')
    }
    return channel
  }
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
