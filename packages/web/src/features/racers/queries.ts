import type { KnownUser } from '@rollcall/contract/auth'
import {
  compareRacers,
  getRacer,
  listLuckiest,
  listRacerChannelRanks,
  listRacerGames,
  listRivals,
} from '@rollcall/contract/racers'
import { listRacerLeagues } from '@rollcall/contract/racers-leagues'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin, type Racer, racerKey } from '@rollcall/scoring/racer'
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'
import { findCachedUser, findSessionToken } from '#api/session.ts'

export type RacerPageAnswer = Answer<typeof getRacer>
export type Badge = RacerPageAnswer['badges'][number]
export type SeasonProgress = RacerPageAnswer['progress'][number]
export type ChannelRanks = Answer<typeof listRacerChannelRanks>
export type RacerLeagues = Answer<typeof listRacerLeagues>
export type RacerGames = Answer<typeof listRacerGames>
export type RacedGame = RacerGames['latest'][number]
export type Luck = NonNullable<RacerGames['race']['luck']>
export type LuckiestRacers = Answer<typeof listLuckiest>
export type Rivals = Answer<typeof listRivals>
export type Rival = Rivals['rivals'][number]
export type Versus = Answer<typeof compareRacers>
export type Meetings = Versus['meetings'][number]

/** Under which name the user races. */
export function racerOfUser({ platform = DEFAULT_PLATFORM, username }: KnownUser): Racer {
  return { platform, login: normalLogin(username) }
}

/**
 * Racers are public, so nobody's session is sent: one that has ended would be refused. It is sent for the visitor's
 * own page, which only they can see if their name is hidden.
 */
function whoAsks(...racers: readonly Racer[]) {
  const user = findSessionToken() === null ? undefined : findCachedUser()
  const isOwn = racers.some(
    (racer) => user !== undefined && racerKey(racer) === racerKey(racerOfUser(user)),
  )
  return isOwn ? {} : { token: null }
}

export function racerQuery(racer: Racer) {
  const asker = whoAsks(racer)
  return queryOptions({
    ...asking(getRacer, { params: racer, ...asker }),
  })
}

export const luckiestQuery = queryOptions({
  ...asking(listLuckiest, { token: null }),
})

export function channelRanksQuery(racer: Racer) {
  const asker = whoAsks(racer)
  return queryOptions({
    ...asking(listRacerChannelRanks, { params: racer, ...asker }),
  })
}

export function racerLeaguesQuery(racer: Racer) {
  const asker = whoAsks(racer)
  return queryOptions({
    ...asking(listRacerLeagues, { params: racer, ...asker }),
  })
}

export function racerGamesQuery(racer: Racer) {
  const asker = whoAsks(racer)
  return queryOptions({
    ...asking(listRacerGames, { params: racer, ...asker }),
  })
}

export function rivalsQuery(racer: Racer) {
  const asker = whoAsks(racer)
  return queryOptions({
    ...asking(listRivals, { params: racer, ...asker }),
  })
}

export function versusQuery(racer: Racer, other: Racer) {
  const params = { ...racer, otherPlatform: other.platform, otherLogin: other.login }
  const asker = whoAsks(racer, other)
  return queryOptions({
    ...asking(compareRacers, { params, ...asker }),
  })
}
