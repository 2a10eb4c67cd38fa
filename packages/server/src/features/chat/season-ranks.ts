/** The ranks of racers in a channel's current season, and their names. */
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { listShown } from '../../racer-names.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoards, RacerRow } from '../boards/racers.ts'
import { findChannelCalled } from '../dashboard/queries.ts'
import { looksOf } from '../standings/racer-looks.ts'

/** A ranked racer, with the name that the channel shows. */
export interface RankedName {
  name: string
  points: number
  rank: number
}

interface ChannelSeason {
  name: string
  season: number
}

type Context = Pick<AppContext, 'db'> & { racerBoards: RacerBoards }

/** null if there is no such channel. `neighbour` is the racer above, or, for the first racer, the one below. */
export async function findRank(
  { db, racerBoards }: Context,
  { channel: asked, racers: called }: { channel: string; racers: readonly Racer[] },
): Promise<
  (ChannelSeason & { of: number; own: RankedName | null; neighbour: RankedName | null }) | null
> {
  const channel = await findSeason(db, asked)
  if (channel === null) {
    return null
  }
  const { board, total: of } = await racerBoards.inSeason(channel)
  const own = findCalled(board.list('points'), called)
  if (own === undefined || (await listShown(db, [own])).length === 0) {
    return { ...channel, of, own: null, neighbour: null }
  }
  const { above, below } = board.neighbours(own, 'points')
  const neighbour = above ?? below
  const [ownName = null, neighbourName = null] = await nameRacers(db, channel.channelId, [
    board.ranked(own, 'points'),
    ...(neighbour === null ? [] : [neighbour]),
  ])
  return { ...channel, of, own: ownName, neighbour: neighbourName }
}

/** null if there is no such channel. */
export async function findTop(
  { db, racerBoards }: Context,
  { channel: asked, count }: { channel: string; count: number },
): Promise<(ChannelSeason & { racers: RankedName[] }) | null> {
  const channel = await findSeason(db, asked)
  if (channel === null) {
    return null
  }
  const { board } = await racerBoards.inSeason(channel)
  const { rows } = board.page({ column: 'points', isAscending: false, page: 1, limit: count })
  return { ...channel, racers: await nameRacers(db, channel.channelId, rows) }
}

/** The racer with the first of these names that a racer on the board has; a platform of '' means any. */
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

async function findSeason(
  db: Db,
  name: string,
): Promise<(ChannelSeason & { channelId: number }) | null> {
  const channel = await findChannelCalled(db, name)
  if (channel === null) {
    return null
  }
  const { season } = await getSettings(db)
  return { channelId: channel.id, name: channel.displayName ?? channel.name, season }
}

async function nameRacers(
  db: Db,
  channelId: number,
  racers: readonly Ranked<RacerRow>[],
): Promise<RankedName[]> {
  const looks = await looksOf(db, { channelId, racers })
  return looks.map(({ name, points, rank }) => ({ name, points, rank }))
}
