/** Compares a channel's racers by points, as overlays and chat bots show them. */
import { OVERLAY_ROWS } from '@rollcall/contract/show-links'
import { ordinal } from '@rollcall/scoring/explanation'
import { racerName } from '@rollcall/scoring/racer'
import type { Session } from '../helpers/test-server.ts'
import { expectSame } from './first-difference.ts'
import { KICK_RACER } from './history.ts'
import { type Ranked, rankedRacers, rankedSince } from './numbers.ts'
import { coveredSeason, ownersOfRow } from './row-owners.ts'
import { nowOn, racerOn, type Stage, sessionOf } from './stage.ts'
import { channelCalled, channelOf, currentSeason, type Racer } from './world.ts'

/** Compares the overlays of the season and of today. Without a time zone, today is a day in UTC. */
export async function compareOverlay(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  const channel = channelOf(world, person)
  if (channel === null) {
    return
  }
  const token = await overlayToken(stage, sessionOf(stage, person))
  const season = currentSeason(world)
  const dayBegan = new Date(`${nowOn(stage).toISOString().slice(0, 10)}T00:00:00Z`)
  const boards = { season: rankedRacers(channel, season), today: rankedSince(channel, dayBegan) }
  for (const [of, racers] of Object.entries(boards)) {
    const url = `/api/show/channel/${token}?of=${of}`
    const rows = racers.slice(0, OVERLAY_ROWS).filter(({ points }) => points > 0)
    expectSame(`the overlay of ${of} of ${person}`, await server.ask({ method: 'GET', url }), {
      season,
      rows: rows.map((racer) => ({
        rank: racer.rank,
        racer_name: racerName(racer),
        points: racer.points,
      })),
    })
  }
}

async function overlayToken({ server }: Stage, headers: Session): Promise<string> {
  const url = '/api/show/own-channel'
  const { token } = await server.ask({ method: 'GET', url, headers })
  return token ?? (await server.ask({ method: 'POST', url, headers })).token
}

/** Compares the best five, and each racer's own rank. */
export async function compareChat(stage: Stage, login: string): Promise<void> {
  const { server, world } = stage
  const channel = channelCalled(world, login)
  const season = currentSeason(world)
  const racers = channel === null ? [] : rankedRacers(channel, season)
  const compare = async (path: string, expected: string) => {
    const { body } = await server.call({ method: 'GET', url: `/api/chat/${login}/${path}` })
    // The platform in a name is not compared: it has nothing to do with points.
    expectSame(`chat of ${login}, ${path}`, body.replaceAll(' (Kick)', ''), expected)
  }
  await compare('top', topLine(racers, { login, season }))
  for (let number = 0; number <= KICK_RACER; number += 1) {
    const asked = racerOn(stage, number)
    const own = rankedAs(racers, asked)
    const isShared =
      channel !== null &&
      own !== undefined &&
      ownersOfRow(world, channel, { racer: own, covered: coveredSeason(season) }).isShared
    await compare(
      `rank?user=${encodeURIComponent(racerName(asked))}`,
      own === undefined
        ? `No points under that name in Season ${season} of ${login}.`
        : rankLine(racers, { ...own, isShared }, season),
    )
  }
}

function topLine(
  racers: readonly Ranked[],
  { login, season }: { login: string; season: number },
): string {
  const places = racers.slice(0, 5).map((it) => `${it.rank}. ${it.login} ${inWords(it.points)}`)
  return places.length === 0
    ? `Nobody has points in Season ${season} of ${login} yet.`
    : `Season ${season} of ${login}: ${places.join(', ')}`
}

/** A name without a platform means a Twitch racer first, then a racer of any platform. */
function rankedAs(racers: readonly Ranked[], { platform, login }: Racer): Ranked | undefined {
  const called = racers.filter((racer) => racer.login === login)
  const exact = called.find((racer) => racer.platform === platform)
  return exact ?? (platform === 'twitch' ? called[0] : undefined)
}

/** Names the first racer on the next better rank. The leader's line names the first racer on the next worse rank. */
function rankLine(
  racers: readonly Ranked[],
  own: Ranked & { isShared: boolean },
  season: number,
): string {
  const whose = own.isShared ? ' (shared with an earlier owner of this name)' : ''
  const points = `${inWords(own.points)} ${own.points === 1 ? 'point' : 'points'}${whose}`
  const begin = `${own.login} is ${ordinal(own.rank)} of ${racers.length} in Season ${season}: ${points}`
  const above = racers.findLast(({ rank }) => rank < own.rank)
  const next = racers.find(({ rank }) => (above ? rank === above.rank : rank > own.rank))
  if (next === undefined) {
    return `${begin}.`
  }
  const gap = inWords(Math.abs(next.points - own.points))
  return `${begin}, ${gap} ${above ? 'behind' : 'ahead of'} ${next.login}.`
}

const inWords = (number: number) => number.toLocaleString('en-US')
