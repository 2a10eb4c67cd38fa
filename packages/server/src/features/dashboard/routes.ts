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
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { keepRacers } from './kept-racers.ts'
import { type FoundChannel, findChannel } from './queries.ts'
import {
  type ChannelOfRacer,
  cutTo,
  type Racer,
  sumOf,
  sumsByChannel,
  sumsBySeason,
} from './racer.ts'
import { seasonName, statsOf, totalGames, totalPoints } from './stats.ts'

export function serveDashboard(serve: Serve, { db }: AppContext): void {
  const racers = keepRacers(db)

  serve(getLifetimeStats, async ({ caller }) => (await racers.find(caller)).write('stats', statsOf))

  serve(listRacerSeasons, async ({ caller }) =>
    (await racers.find(caller)).write('seasons', seasonList),
  )

  serve(listRacerChannels, async ({ caller }) =>
    (await racers.find(caller)).write('channels', channelList),
  )

  serve(listRacerSeasonChannels, async ({ caller, params }) => {
    const season = Number(params.season)
    const kept = await racers.find(caller)
    return kept.write(`channels ${season}`, (racer) => channelList(cutTo(racer, { season })))
  })

  serve(listRacerChannelSeasons, async ({ caller, params }) => {
    const channel = await findChannel(db, params.channelName)
    const seasons = channel === null ? [] : sumsBySeason(await racerOn(channel, caller))
    return {
      seasonsWithLabel: seasons.toReversed().map(({ season }) => ({
        value: String(season),
        label: seasonName(season),
      })),
    }
  })

  serve(getChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    return channelStats(channel, await racerOn(channel, caller))
  })

  serve(getSeasonChannelStats, async ({ caller, params }) => {
    const channel = await getChannel(params.channelName)
    const racer = await racerOn(channel, caller)
    return channelStats(channel, cutTo(racer, { season: Number(params.season) }))
  })

  /** Never older than the channel: two may have become one before it was found. */
  async function racerOn({ id, snapshot }: FoundChannel, { userId }: SignedIn): Promise<Racer> {
    const { racer } = await racers.find({ userId, snapshot })
    return cutTo(racer, { channelId: id })
  }

  async function getChannel(name: string): Promise<FoundChannel> {
    const channel = await findChannel(db, name)
    if (channel === null) {
      throw new ApiError('not_found', 'There is no channel of that name.')
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
