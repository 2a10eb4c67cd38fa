/** Compares where people are on boards, whom they meet, and what games changed, with the model's. */
import type { ChannelPosition } from '@rollcall/contract/dashboard'
import type { GameDetails } from '@rollcall/contract/games'
import { MOST_RIVALS, type RacerHead } from '@rollcall/contract/racers'
import { racerName } from '@rollcall/scoring/racer'
import type { Gain } from './channel-boards.ts'
import { gainsOn } from './compare-channel-pages.ts'
import { marbleDayOf } from './days.ts'
import { expectSame } from './first-difference.ts'
import { KICK_RACER } from './history.ts'
import { countedGames, rank } from './numbers.ts'
import { positionsOf } from './positions.ts'
import { loginOf, racedBy, type Somebody, somebodyAt } from './racer-pages.ts'
import { nowOn, racerOn, type Stage, sessionOf } from './stage.ts'
import {
  type Channel,
  channelCalled,
  channelNames,
  currentSeason,
  type StoredGame,
} from './world.ts'

/** @throws Error with the first difference */
export async function comparePeople(stage: Stage): Promise<void> {
  for (const person of stage.sessions.keys()) {
    await comparePositions(stage, person)
  }
  for (let number = 0; number <= KICK_RACER; number += 1) {
    await compareRivals(stage, number)
  }
  for (const login of channelNames(stage.world)) {
    const channel = channelCalled(stage.world, login)
    if (channel !== null) {
      await compareChanges(stage, channel)
    }
  }
}

async function comparePositions(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  for (const season of [currentSeason(world), null]) {
    const url = `/api/dashboard/positions?season=${season ?? 'all'}`
    const headers = sessionOf(stage, person)
    const { channels }: { channels: ChannelPosition[] } = await server.ask({
      ...{ method: 'GET', url, headers },
    })
    expectSame(
      `the positions of ${person}, ${season === null ? 'all seasons' : 'the season'}`,
      channels.toSorted(byChannel),
      positionsOf(world, person, season).toSorted(byChannel),
    )
  }
}

type OnChannel = Pick<ChannelPosition, 'points' | 'rank'> & { channel: { login: string } }

/** Two channels may have the same login. */
function byChannel(a: OnChannel, b: OnChannel): number {
  const nameOf = ({ channel, points, rank: place }: OnChannel) =>
    JSON.stringify([channel.login, points, place])
  return nameOf(a) < nameOf(b) ? -1 : 1
}

interface Rival {
  racer: RacerHead
  games: number
  ahead: number
  behind: number
}

/** A history has fewer games than decide who is a rival, so all whom somebody ever met are. */
async function compareRivals(stage: Stage, number: number): Promise<void> {
  const { server, world } = stage
  const { platform, login } = racerOn(stage, number)
  const url = `/api/racers/${platform}/${login}/rivals`
  const response = await server.call({ method: 'GET', url })
  if (response.statusCode === 404) {
    return
  }
  const somebody = somebodyAt(world, { platform, login })
  const met = peopleMetBy(stage, somebody)
  const { rivals }: { rivals: Rival[] } = response.json()
  const shown = rivals.map(({ racer, games, ahead, behind }) => ({
    ...{ name: racerName(racer.address), games, ahead, behind },
  }))
  if (met.length <= MOST_RIVALS) {
    expectSame(`the rivals at ${url}`, shown.toSorted(byName), met.toSorted(byName))
  }
}

/** Two people have one address if all logins of the first are others' now. */
const byName = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

function peopleMetBy({ world }: Stage, somebody: Somebody) {
  const mine = racedBy(world, somebody)
  const games = new Map(mine.map(({ game }) => [game.id, game]))
  const racers = [...games.values()].flatMap(({ results }) => results)
  const others = new Map<string, Somebody>()
  for (const { platform, login } of racers) {
    for (const one of everybodyUnder(world, { platform, login })) {
      others.set(one.person ?? racerName(one.address), one)
    }
  }
  others.delete(somebody.person ?? racerName(somebody.address))
  return [...others.values()].flatMap((other) => {
    const theirs = racedBy(world, other)
    const positions = [...games.values()].flatMap((game) => {
      const placesOf = (raced: typeof mine) =>
        raced.filter((each) => each.game === game).map(({ result }) => result.position)
      const [own, found] = [placesOf(mine), placesOf(theirs)]
      return found.length === 0 ? [] : { own: Math.min(...own), other: Math.min(...found) }
    })
    return positions.length === 0
      ? []
      : {
          name: racerName(other.address),
          games: positions.length,
          ahead: positions.filter(({ own, other: place }) => own < place).length,
          behind: positions.filter(({ own, other: place }) => own > place).length,
        }
  })
}

/** Everybody who ever had the login; if nobody had, the racer. */
function everybodyUnder(
  world: Stage['world'],
  { platform, login }: { platform: string; login: string },
): Somebody[] {
  const people = world.periods
    .filter((period) => platform === 'twitch' && period.login === login)
    .map(({ person }) => person)
  return people.length === 0
    ? [{ address: { platform, login }, person: null }]
    : [...new Set(people)].map((person) => {
        // Somebody whose logins all have other owners keeps the address that they had last.
        const login = loginOf(world, person) || (world.logins.get(person) ?? '')
        return { address: { platform: 'twitch', login }, person }
      })
}

/** Compares what each of the latest games changed on the board of the present day. */
async function compareChanges(stage: Stage, channel: Channel): Promise<void> {
  const { server } = stage
  const url = `/api/channels/${channel.login}/games`
  const response = await server.call({ method: 'GET', url })
  if (response.statusCode === 404) {
    return
  }
  const today = marbleDayOf(nowOn(stage))
  const gains = await gainsOn(stage, channel, [today])
  const played = channel.games
    .filter(({ isRankable }) => isRankable)
    .toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime() || b.id - a.id)
  for (const [index, { id }] of (response.json().latest as { id: number }[]).entries()) {
    const game = played[index]
    if (game !== undefined) {
      const found: GameDetails = await server.ask({ method: 'GET', url: `/api/games/${id}` })
      const shown = found.changes?.map(({ racer_name, from, to }) => ({ racer_name, from, to }))
      expectSame(
        `what a game on ${channel.login} changed`,
        shown?.toSorted(byRacer) ?? null,
        changesBy(channel, game, { today, gains })?.toSorted(byRacer) ?? null,
      )
    }
  }
}

const byRacer = (a: { racer_name: string }, b: { racer_name: string }) =>
  a.racer_name < b.racer_name ? -1 : 1

function changesBy(
  channel: Channel,
  game: StoredGame,
  { today, gains }: { today: string; gains: readonly Gain[] },
) {
  const counted = [...new Set(channel.games.map(({ season }) => season))].flatMap((season) =>
    countedGames(channel, season),
  )
  if (!counted.includes(game) || marbleDayOf(game.finishedAt) !== today) {
    return null
  }
  const earlier = counted
    .filter(({ finishedAt }) => marbleDayOf(finishedAt) === today)
    .filter(
      ({ finishedAt, id }) =>
        finishedAt < game.finishedAt ||
        (Number(finishedAt) === Number(game.finishedAt) && id < game.id),
    )
    .flatMap(({ results }) => results)
  const gained = gains
    .map(({ race, royale, ...racer }) => ({ ...racer, points: race + royale }))
    .filter(({ points }) => points > 0)
  const before = rank([...gained, ...earlier])
  const after = rank([...gained, ...earlier, ...game.results])
  if (before.length === 0) {
    return []
  }
  return game.results
    .filter(({ points }) => (points ?? 0) > 0)
    .map(({ platform, login }) => {
      const on = (board: typeof after) =>
        board.find((row) => row.platform === platform && row.login === login)?.rank
      return {
        racer_name: racerName({ platform, login }),
        from: on(before) ?? null,
        to: on(after) ?? 0,
      }
    })
    .filter(({ from, to }) => from === null || to < from)
}
