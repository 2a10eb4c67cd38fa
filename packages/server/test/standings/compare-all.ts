/** Everything that answers with points, compared with the plain recomputation. */
import { SORT_FIELDS, type SortColumn } from '@rollcall/contract/leaderboards'
import { OVERLAY_ROWS } from '@rollcall/contract/show'
import { ordinal } from '@rollcall/scoring/explanation'
import { racerName } from '@rollcall/scoring/racer'
import type { Session } from '../test-server.ts'
import {
  channelList,
  graphsOf,
  placeOf,
  seasonLabels,
  seasonList,
  widgetsOf,
} from './dashboards.ts'
import { expectSame } from './first-difference.ts'
import { KICK_RACER } from './history.ts'
import {
  boardNumbers,
  type RacerRow,
  type Ranked,
  rankedRacers,
  rankedSince,
  rowsOf,
} from './numbers.ts'
import { firstSeasonOf, nowOn, racerOn, type Stage, sessionOf } from './stage.ts'
import { undoable } from './take-back.ts'
import { channelCalled, channelOf, currentSeason, type World } from './world.ts'

/** @throws Error with the first difference */
export async function compareAll(stage: Stage): Promise<void> {
  for (const season of seasonsOf(stage)) {
    await compareBoards(stage, season)
  }
  for (const person of stage.sessions.keys()) {
    await compareDashboards(stage, person)
    await compareReceipts(stage, person)
    await compareOverlay(stage, person)
  }
  for (const login of channelNames(stage.world)) {
    await compareChat(stage, login)
  }
}

const seasonsOf = ({ round, world }: Stage): number[] =>
  [0, 1, 2]
    .map((number) => firstSeasonOf(round) + number)
    .filter((it) => it <= currentSeason(world))

const channelNames = ({ channels }: World) => [...new Set(channels.map(({ login }) => login))]

async function compareBoards({ server, world }: Stage, season: number): Promise<void> {
  const rows = world.channels
    .map((channel) => boardNumbers(channel, season))
    .filter((row) => row !== null)
  for (const sortBy of Object.keys(SORT_FIELDS) as SortColumn[]) {
    const value = (row: (typeof rows)[number]) => row[SORT_FIELDS[sortBy]] ?? -1
    const descending = rows
      .map((row) => ({
        ...row,
        rank: 1 + rows.filter((other) => value(other) > value(row)).length,
      }))
      .toSorted(
        (a, b) =>
          value(b) - value(a) || (a.username < b.username ? -1 : a.username > b.username ? 1 : 0),
      )
    for (const sortOrder of ['DESC', 'ASC']) {
      const answer = await server.ask({
        method: 'POST',
        url: '/api/leaderboard/',
        body: { season, channel: '', limit: 100, sortBy, sortOrder },
      })
      expectSame(
        `the board of season ${season} by ${sortBy} ${sortOrder}`,
        answer.data,
        sortOrder === 'DESC' ? descending : descending.toReversed(),
      )
    }
  }
}

async function compareDashboards(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  const headers = sessionOf(stage, person)
  const rows = rowsOf(world, person)
  const compare = async (path: string, expected: unknown) =>
    expectSame(
      `${path} of ${person}`,
      await server.ask({ method: 'GET', url: `/api/${path}`, headers }),
      expected,
    )
  const statsOf = (some: readonly RacerRow[], isOneChannel: boolean) => ({
    widgets: widgetsOf(some),
    graphData: graphsOf(world, some, isOneChannel),
    place: placeOf(world, person, some),
  })
  await compare('dashboard/lifetime-stats', statsOf(rows, false))
  await compare('dashboard/get-user-seasons', seasonList(rows))
  await compare('dashboard/channels', channelList(world, rows))
  for (const season of seasonsOf(stage)) {
    const ofSeason = rows.filter((row) => row.season === season)
    await compare(`dashboard/get-user-season-channels/${season}`, channelList(world, ofSeason))
  }
  for (const login of channelNames(world)) {
    const channel = channelCalled(world, login)
    const ofChannel = rows.filter((row) => row.channel === channel)
    const name = { channel: { name: login } }
    await compare(`dashboard/channel/${login}`, { ...name, ...statsOf(ofChannel, true) })
    const seasonsWithLabel = seasonLabels(ofChannel)
    await compare(`dropdowns/user-seasons-channel/${login}`, { seasonsWithLabel })
    for (const season of seasonsOf(stage)) {
      const some = ofChannel.filter((row) => row.season === season)
      await compare(`dashboard/season/${season}/${login}`, { ...name, ...statsOf(some, true) })
    }
  }
}

/** The latest ones; what was refused is nobody's. */
async function compareReceipts(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  const channel = channelOf(world, person)
  const last = channel && undoable(world, channel)
  const answer = await server.ask({
    method: 'GET',
    url: '/api/uploads/receipts',
    headers: sessionOf(stage, person),
  })
  const shown = (answer.receipts as { outcome: string; undoneAt: string | null }[])
    .filter(({ outcome }) => outcome !== 'refused')
    .map(({ outcome, undoneAt }) => ({ outcome, isUndone: undoneAt !== null }))
  const own = world.receipts
    .filter((receipt) => receipt.channel === channel)
    .toSorted((a, b) => b.id - a.id)
  expectSame(
    `the receipts of ${person}`,
    { undoableId: answer.undoableId, shown },
    {
      undoableId: last?.id ?? null,
      shown: own.slice(0, shown.length).map(({ outcome, isUndone }) => ({ outcome, isUndone })),
    },
  )
}

async function compareOverlay(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  const channel = channelOf(world, person)
  if (channel === null) {
    return
  }
  const headers = sessionOf(stage, person)
  const token = await overlayToken(stage, headers)
  const dayBegan = new Date(`${nowOn(stage).toISOString().slice(0, 10)}T00:00:00Z`)
  const season = currentSeason(world)
  const boards = { season: rankedRacers(channel, season), today: rankedSince(channel, dayBegan) }
  for (const [of, racers] of Object.entries(boards)) {
    const url = `/api/show/channel/${token}?of=${of}`
    expectSame(`the overlay of ${of} of ${person}`, await server.ask({ method: 'GET', url }), {
      season,
      rows: racers
        .slice(0, OVERLAY_ROWS)
        .filter(({ points }) => points > 0)
        .map((racer) => ({
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

async function compareChat(stage: Stage, login: string): Promise<void> {
  const { server, world } = stage
  const channel = channelCalled(world, login)
  const season = currentSeason(world)
  const racers = channel === null ? [] : rankedRacers(channel, season)
  const compare = async (path: string, expected: string) => {
    const { body } = await server.call({ method: 'GET', url: `/api/chat/${login}/${path}` })
    // On which platform somebody races is for boards to say.
    expectSame(`chat of ${login}: ${path}`, body.replaceAll(' (Kick)', ''), expected)
  }
  const places = racers.slice(0, 5).map((it) => `${it.rank}. ${it.login} ${inWords(it.points)}`)
  await compare(
    'top',
    places.length === 0
      ? `Nobody has points in Season ${season} of ${login} yet.`
      : `Season ${season} of ${login}: ${places.join(', ')}`,
  )
  for (let number = 0; number <= KICK_RACER; number += 1) {
    const asked = racerOn(stage, number)
    const name = racerName(asked)
    const own = rankedAs(racers, asked)
    await compare(
      `rank?user=${encodeURIComponent(name)}`,
      own === undefined
        ? `No points under that name in Season ${season} of ${login}.`
        : rankLine(racers, own, season),
    )
  }
}

/** A name without a platform is of Twitch first, then of any. */
function rankedAs(
  racers: readonly Ranked[],
  { platform, login }: { platform: string; login: string },
) {
  const called = racers.filter((racer) => racer.login === login)
  return (
    called.find((racer) => racer.platform === platform) ??
    (platform === 'twitch' ? called[0] : undefined)
  )
}

function rankLine(racers: readonly Ranked[], own: Ranked, season: number): string {
  const points = `${inWords(own.points)} ${own.points === 1 ? 'point' : 'points'}`
  const begin = `${own.login} is ${ordinal(own.rank)} of ${racers.length} in Season ${season}: ${points}`
  const above = racers.findLast(({ rank }) => rank < own.rank)
  const next = above
    ? racers.find(({ rank }) => rank === above.rank)
    : racers.find(({ rank }) => rank > own.rank)
  if (next === undefined) {
    return `${begin}.`
  }
  const gap = inWords(Math.abs(next.points - own.points))
  return `${begin}, ${gap} ${above ? 'behind' : 'ahead of'} ${next.login}.`
}

const inWords = (number: number) => number.toLocaleString('en-US')
