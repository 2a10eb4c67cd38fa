/** The ranks of racers in a channel's current season, and their names. */

import { foldName } from '@rollcall/scoring/names'
import { findPlatform } from '@rollcall/scoring/platforms'
import { isHiddenRacer, normalLogin, type Racer, withPlatform } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import { findChannelCalled } from '../../domain/boards/racer-sums.ts'
import {
  isSharedRow,
  type RacerBoard,
  type RacerBoards,
  type RacerRow,
} from '../../domain/boards/racers.ts'
import { OWNED_NOW } from '../../domain/people/login-owners.ts'
import { racersCalled } from '../../domain/people/racer-names.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { looksOf } from '../../domain/standings/racer-looks.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { foldedInSql } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'

/** A ranked racer, with the name that the channel shows. */
export interface RankedName {
  name: string
  points: number
  rank: number
  /** The login has changed hands, and the points are also somebody else's. */
  isShared: boolean
}

interface ChannelSeason {
  name: string
  season: number
}

type Context = Pick<AppContext, 'db'> & { racerBoards: RacerBoards }

export interface FoundRank extends ChannelSeason {
  of: number
  own: RankedName | null
  /** The racer above or, for the first racer, the one below. */
  neighbour: RankedName | null
  /** How many racers the channel shows under that name, if nobody has it as a login; no rank if there are several. */
  namesakes: number
}

/**
 * The rank of the racer with that login, or of the only one whom the channel shows under that name. null if there is no
 * such channel.
 *
 * @param name as chats write it: a login, a display name, `Name (login)` or `name (Platform)`
 */
export async function findRank(
  { db, racerBoards }: Context,
  { channel: asked, name }: { channel: string; name: string },
): Promise<FoundRank | null> {
  const channel = await findSeason(db, asked)
  if (channel === null) {
    return null
  }
  const { board, total: of } = await racerBoards.inSeason(channel)
  const byLogin = findCalled(board.list('points'), loginsIn(name))
  const found =
    byLogin === undefined
      ? await listShownAs(db, { channelId: channel.channelId, board, name })
      : [byLogin]
  const [own] = found
  const unknown = { ...channel, of, own: null, neighbour: null, namesakes: found.length }
  if (own === undefined || found.length > 1) {
    return unknown
  }
  const { above, below } = board.neighbours(own, 'points')
  const neighbour = above ?? below
  const [ownName = null, neighbourName = null] = await nameRacers(db, channel.channelId, [
    board.ranked(own, 'points'),
    ...(neighbour === null ? [] : [neighbour]),
  ])
  // The board may be from just before the name was hidden.
  return ownName === null || isHiddenRacer(ownName.name)
    ? unknown
    : { ...channel, of, own: ownName, neighbour: neighbourName, namesakes: 1 }
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

/**
 * The racer with the first of these names that a racer on the board has; a platform of '' means any. A hidden login is
 * looked for as long as one that nobody has.
 */
function findCalled(racers: readonly RacerRow[], called: readonly Racer[]): RacerRow | undefined {
  for (const { platform, login } of called) {
    const wanted = normalLogin(login)
    const found = racers.find(
      (racer) =>
        racer.login === wanted &&
        racer.tied === null &&
        (platform === '' || racer.platform === platform),
    )
    if (found !== undefined) {
      return found
    }
  }
  return undefined
}

/** The people whose logins the name may be. */
function loginsIn(name: string): Racer[] {
  const inBrackets = /\(@?([^()]+)\)$/.exec(name)?.[1]?.trim()
  const isLogin = inBrackets !== undefined && findPlatform(inBrackets.toLowerCase()) === undefined
  return [
    ...racersCalled(name),
    onAnyPlatform(name),
    ...(isLogin ? [onAnyPlatform(inBrackets)] : []),
  ]
}

const onAnyPlatform = (login: string): Racer => ({ platform: '', login })

/** The racers on the board whom the channel shows under that name, with or without their platform. */
async function listShownAs(
  db: Db,
  { channelId, board, name }: { channelId: number; board: RacerBoard['board']; name: string },
): Promise<RacerRow[]> {
  const names = racersCalled(name).map(({ login }) => foldName(login))
  const { rows } = await sql<{ id: number }>`
    select racer.id
    from users as owner
    join ${OWNED_NOW} as period on period.user_id = owner.id
    join racers as racer on racer.platform = period.platform and racer.login = period.login
    where ${foldedInSql(sql`owner.display_name`, sql`owner.folded`)} = any(${names}::text[])
    union
    select named.racer_id
    from channel_racers as named
    where named.channel_id = ${channelId}
      and ${foldedInSql(sql`named.display_name`, sql`named.folded`)} = any(${names}::text[])`.execute(
    db,
  )
  const racers = rows.flatMap(({ id }) => board.find(id, 'points')?.row ?? [])
  const looks = await looksOf(db, { channelId, racers })
  const isShownAs = (index: number, { platform }: Racer) =>
    [name, withPlatform(name, platform)].some(
      (asked) => foldName(asked) === foldName(looks[index]?.name ?? ''),
    )
  return racers.filter((racer, index) => isShownAs(index, racer))
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
  return looks.map((look) => ({
    name: look.name,
    points: look.points,
    rank: look.rank,
    isShared: isSharedRow(look),
  }))
}
