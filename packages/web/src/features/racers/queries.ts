import {
  compareRacers,
  getRacer,
  listLuckiest,
  listRacerChannelRanks,
  listRacerGames,
  listRivals,
} from '@rollcall/contract/racers'
import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { findCachedUser, findSessionToken } from '#api/session.ts'

export type RacerPageAnswer = Answer<typeof getRacer>
export type Badge = RacerPageAnswer['badges'][number]
export type SeasonProgress = RacerPageAnswer['progress'][number]
export type ChannelRanks = Answer<typeof listRacerChannelRanks>
export type RacerGames = Answer<typeof listRacerGames>
export type RacedGame = RacerGames['latest'][number]
export type Luck = NonNullable<RacerGames['race']['luck']>
export type LuckiestRacers = Answer<typeof listLuckiest>
export type Rival = Answer<typeof listRivals>['rivals'][number]
export type Versus = Answer<typeof compareRacers>
export type Meetings = Versus['meetings'][number]

/**
 * Racers are public, so nobody's session is sent: one that has ended would be refused. It is sent for the visitor's
 * own page, which only they can see if their name is hidden.
 */
function whoAsks(...racers: readonly Racer[]) {
  const user = findSessionToken() === null ? undefined : findCachedUser()
  const isOwn = racers.some(
    ({ platform, login }) =>
      user !== undefined && platform === 'twitch' && login === normalLogin(user.username),
  )
  return { asker: isOwn ? {} : { token: null }, meta: { isPublic: !isOwn } }
}

const keyOf = ({ platform, login }: Racer, ...part: readonly string[]) => [
  'racers',
  platform,
  login,
  ...part,
]

export function racerQuery(racer: Racer) {
  const { asker, meta } = whoAsks(racer)
  return queryOptions({
    queryKey: keyOf(racer),
    queryFn: ({ signal }) => callApi(getRacer, { params: racer, ...asker, signal }),
    meta,
  })
}

export const luckiestQuery = queryOptions({
  queryKey: ['racers', 'luckiest'],
  queryFn: ({ signal }) => callApi(listLuckiest, { token: null, signal }),
  meta: { isPublic: true },
})

export function channelRanksQuery(racer: Racer) {
  const { asker, meta } = whoAsks(racer)
  return queryOptions({
    queryKey: keyOf(racer, 'channels'),
    queryFn: ({ signal }) => callApi(listRacerChannelRanks, { params: racer, ...asker, signal }),
    meta,
  })
}

export function racerGamesQuery(racer: Racer) {
  const { asker, meta } = whoAsks(racer)
  return queryOptions({
    queryKey: keyOf(racer, 'games'),
    queryFn: ({ signal }) => callApi(listRacerGames, { params: racer, ...asker, signal }),
    meta,
  })
}

export function rivalsQuery(racer: Racer) {
  const { asker, meta } = whoAsks(racer)
  return queryOptions({
    queryKey: keyOf(racer, 'rivals'),
    queryFn: ({ signal }) => callApi(listRivals, { params: racer, ...asker, signal }),
    meta,
  })
}

export function versusQuery(racer: Racer, other: Racer) {
  const params = { ...racer, otherPlatform: other.platform, otherLogin: other.login }
  const { asker, meta } = whoAsks(racer, other)
  return queryOptions({
    queryKey: keyOf(racer, 'versus', other.platform, other.login),
    queryFn: ({ signal }) => callApi(compareRacers, { params, ...asker, signal }),
    meta,
  })
}
