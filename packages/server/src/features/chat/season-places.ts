/** Where racers of a channel's current season stand, and what they are called. */
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoards, RacerRow } from '../boards/racers.ts'
import { findChannelCalled } from '../dashboard/queries.ts'
import { looksOf } from '../standings/racer-looks.ts'

/** A racer on the list, by the name that is shown on the channel. */
export interface Place {
  name: string
  points: number
  rank: number
}

interface SeasonOfChannel {
  name: string
  season: number
}

type Context = Pick<AppContext, 'db'> & { racerBoards: RacerBoards }

/** null where nobody has such a channel. `neighbour` is who is next above, or below for the first. */
export async function findRank(
  { db, racerBoards }: Context,
  { channel: asked, racers: called }: { channel: string; racers: readonly Racer[] },
): Promise<(SeasonOfChannel & { of: number; own: Place | null; neighbour: Place | null }) | null> {
  const channel = await findSeasonOf(db, asked)
  if (channel === null) {
    return null
  }
  const { board, total: of } = await racerBoards.ofSeason(channel)
  const own = findCalled(board.list('points'), called)
  if (own === undefined) {
    return { ...channel, of, own: null, neighbour: null }
  }
  const { above, below } = board.neighbours(own, 'points')
  const neighbour = above ?? below
  const [ownPlace = null, neighbourPlace = null] = await placesOf(db, channel.channelId, [
    board.ranked(own, 'points'),
    ...(neighbour === null ? [] : [neighbour]),
  ])
  return { ...channel, of, own: ownPlace, neighbour: neighbourPlace }
}

/** null where nobody has such a channel. */
export async function findTop(
  { db, racerBoards }: Context,
  { channel: asked, count }: { channel: string; count: number },
): Promise<(SeasonOfChannel & { places: Place[] }) | null> {
  const channel = await findSeasonOf(db, asked)
  if (channel === null) {
    return null
  }
  const { board } = await racerBoards.ofSeason(channel)
  const { rows } = board.page({ column: 'points', isAscending: false, page: 1, limit: count })
  return { ...channel, places: await placesOf(db, channel.channelId, rows) }
}

/** Whoever has the first of the names that anybody has; '' is any platform. */
function findCalled(racers: readonly RacerRow[], called: readonly Racer[]): RacerRow | undefined {
  for (const { platform, login } of called) {
    const wanted = normalLogin(login)
    const found = racers.find(
      (racer) => racer.login === wanted && (platform === '' || racer.platform === platform),
    )
    if (found !== undefined) {
      return found
    }
  }
  return undefined
}

async function findSeasonOf(
  db: Db,
  name: string,
): Promise<(SeasonOfChannel & { channelId: number }) | null> {
  const channel = await findChannelCalled(db, name)
  if (channel === null) {
    return null
  }
  const { season } = await getSettings(db)
  return { channelId: channel.id, name: channel.displayName ?? channel.name, season }
}

async function placesOf(
  db: Db,
  channelId: number,
  racers: readonly Ranked<RacerRow>[],
): Promise<Place[]> {
  const looks = await looksOf(db, { channelId, racers })
  return looks.map(({ name, points, rank }) => ({ name, points, rank }))
}
