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
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import {
  type ChannelOfRacer,
  findChannel,
  type RacerQuestion,
  type RacerSums,
  sumRacer,
} from './queries.ts'
import { CHANNELS_SHOWN, seasonName, statsOf, totalGames, totalPoints } from './stats.ts'

/** What `statsOf` draws. */
const FOR_STATS = {
  sums: ['all', 'seasons', 'channels'],
  bestChannels: CHANNELS_SHOWN,
} satisfies Partial<RacerQuestion>

export function serveDashboard(serve: Serve, { db }: AppContext): void {
  serve(getLifetimeStats, async ({ caller }) =>
    statsOf(await sumRacer(db, { ...FOR_STATS, userId: caller.userId })),
  )

  serve(listRacerSeasons, async ({ caller }) => {
    const { all, seasons } = await sumRacer(db, {
      sums: ['all', 'seasons'],
      userId: caller.userId,
    })
    return {
      lifetime: {
        totalRaces: all === null ? 0 : totalGames(all),
        totalPoints: all === null ? 0 : totalPoints(all),
      },
      seasons: seasons.toReversed().map(({ season, totals }) => ({
        value: String(season),
        name: seasonName(season),
        totalRaces: totalGames(totals),
        totalPoints: totalPoints(totals),
      })),
    }
  })

  serve(listRacerChannels, async ({ caller }) =>
    channelList(await sumRacer(db, { sums: ['channels'], userId: caller.userId })),
  )

  serve(listRacerSeasonChannels, async ({ caller, params }) =>
    channelList(
      await sumRacer(db, {
        sums: ['channels'],
        userId: caller.userId,
        season: Number(params.season),
      }),
    ),
  )

  serve(listRacerChannelSeasons, async ({ caller, params }) => {
    const channel = await findChannel(db, params.channelName)
    const sums =
      channel &&
      (await sumRacer(db, { sums: ['seasons'], userId: caller.userId, channelId: channel.id }))
    return {
      seasonsWithLabel: (sums?.seasons ?? []).toReversed().map(({ season }) => ({
        value: String(season),
        label: seasonName(season),
      })),
    }
  })

  serve(getChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    return channelStats(
      channel,
      await sumRacer(db, { ...FOR_STATS, userId: caller.userId, channelId: channel.id }),
    )
  })

  serve(getSeasonChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    const season = Number(params.season)
    return channelStats(
      channel,
      await sumRacer(db, { ...FOR_STATS, userId: caller.userId, channelId: channel.id, season }),
    )
  })

  async function getChannel(name: string): Promise<ChannelOfRacer> {
    const channel = await findChannel(db, name)
    if (channel === null) {
      throw new ApiError('not_found', 'There is no channel of that name.')
    }
    return channel
  }
}

function channelList({ channels }: RacerSums): RacerChannel[] {
  return channels.map(({ channel, totals }) => ({
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

function channelStats(channel: ChannelOfRacer, sums: RacerSums): ChannelStats {
  return {
    channel: { name: channel.name, profileImageUrl: channel.owner?.profileImageUrl ?? null },
    ...statsOf(sums),
  }
}
