import {
  type ChannelStats,
  getChannelStats,
  getLifetimeStats,
  getSeasonChannelStats,
  listRacerChannelSeasons,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
  type RacerChannel,
} from '@rollcall/contract/dashboard'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findChannel, getRacer } from './queries.ts'
import { type ChannelOfRacer, type Racer, sumOf, sumsByChannel, sumsBySeason } from './racer.ts'
import { seasonName, statsOf, totalGames, totalPoints } from './stats.ts'

export function serveDashboard(serve: Serve, context: AppContext): void {
  const { db } = context

  serve(getLifetimeStats, async ({ caller: { userId } }) =>
    statsOf(await getRacer(context, { userId, withPlace: true })),
  )

  serve(listRacerSeasons, async ({ caller }) => seasonList(await getRacer(context, caller)))

  serve(listRacerChannels, async ({ caller }) => channelList(await getRacer(context, caller)))

  serve(listRacerSeasonChannels, async ({ caller, params }) => {
    const { userId } = caller
    return channelList(await getRacer(context, { userId, season: Number(params.season) }))
  })

  serve(listRacerChannelSeasons, async ({ caller, params }) => {
    const channel = await findChannel(db, params.channelName)
    const { userId } = caller
    const seasons =
      channel === null
        ? []
        : sumsBySeason(await getRacer(context, { userId, channelId: channel.id }))
    return {
      seasonsWithLabel: seasons.toReversed().map(({ season }) => ({
        value: String(season),
        label: seasonName(season),
      })),
    }
  })

  serve(getChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    const asked = { userId: caller.userId, channelId: channel.id, withPlace: true }
    return channelStats(channel, await getRacer(context, asked))
  })

  serve(getSeasonChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    const asked = {
      userId: caller.userId,
      channelId: channel.id,
      season: Number(params.season),
      withPlace: true,
    }
    return channelStats(channel, await getRacer(context, asked))
  })

  async function getChannel(name: string): Promise<ChannelOfRacer> {
    const channel = await findChannel(db, name)
    if (channel === null) {
      throw new ApiError('not_found', 'There is no channel with that name.')
    }
    return channel
  }
}

function seasonList(racer: Racer): ResponseOf<typeof listRacerSeasons> {
  const all = sumOf(racer.rows)
  return {
    lifetime: {
      totalRaces: all === null ? 0 : totalGames(all),
      totalPoints: all === null ? 0 : totalPoints(all),
    },
    seasons: sumsBySeason(racer)
      .toReversed()
      .map(({ season, totals }) => ({
        value: String(season),
        name: seasonName(season),
        totalRaces: totalGames(totals),
        totalPoints: totalPoints(totals),
      })),
  }
}

function channelList(racer: Racer): RacerChannel[] {
  return sumsByChannel(racer).map(({ channel, totals }) => ({
    id: channel.id,
    channel: channel.name,
    user: channel.owner && {
      username: channel.owner.username,
      profile_image_url: channel.owner.profileImageUrl,
    },
    race_points: totals.racePoints,
    br_points: totals.royalePoints,
    race_races: totals.raceGames,
    br_races: totals.royaleGames,
    race_wins: totals.raceWins,
    br_wins: totals.royaleWins,
  }))
}

function channelStats(channel: ChannelOfRacer, racer: Racer): ChannelStats {
  return {
    channel: { name: channel.name, profileImageUrl: channel.owner?.profileImageUrl ?? null },
    ...statsOf(racer),
  }
}
