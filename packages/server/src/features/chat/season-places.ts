/** Where racers of a channel's current season stand, and what they are called. */
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import type { RacerBoards, RacerRow } from '../boards/racers.ts'
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
  const channel = await findChannel(db, asked)
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
  const channel = await findChannel(db, asked)
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

/** Of two channels of one name its present owner's, as on the dashboard. */
async function findChannel(
  db: Db,
  name: string,
): Promise<(SeasonOfChannel & { channelId: number }) | null> {
  const { rows } = await sql<SeasonOfChannel & { channelId: number }>`
    select channel.id as "channelId", coalesce(owner.display_name, channel.name) as name, setting.value::integer as season
    from channels as channel
    join settings as setting on setting.key = 'season'
    left join users as owner on owner.id = channel.user_id
    left join login_periods as period
      on period.user_id = channel.user_id and period.platform = channel.platform
      and period.login = channel.login and period.ended_at is null
    where channel.platform = 'twitch' and channel.login = ${normalLogin(name)}
    order by period.id is not null desc, channel.id desc
    limit 1`.execute(db)
  return rows[0] ?? null
}

async function placesOf(
  db: Db,
  channelId: number,
  racers: readonly Ranked<RacerRow>[],
): Promise<Place[]> {
  const looks = await looksOf(db, { channelId, racers })
  return looks.map(({ name, points, rank }) => ({ name, points, rank }))
}
