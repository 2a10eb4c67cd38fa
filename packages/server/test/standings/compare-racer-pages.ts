/** Compares racers' pages with the model's, and their days with the games that count. */
import type { RacerPage, Versus } from '@rollcall/contract/racers'
import { racerName } from '@rollcall/scoring/racer'
import { checkBadges, closeDays } from '../helpers/settle-work.ts'
import { marbleDayOf } from './days.ts'
import { expectSame } from './first-difference.ts'
import { KICK_RACER } from './history.ts'
import { countedGames, rowsOf, sumKnown } from './numbers.ts'
import { badgesOf, gamesOf, meetingsOf, racedBy, type Somebody, somebodyAt } from './racer-pages.ts'
import { mapOn, racerOn, type Stage, seasonsOn } from './stage.ts'
import { championsOf, firstStreamers, type Holder, recordOf } from './titles.ts'
import { currentSeason, type LoginPeriod, type Racer, type World } from './world.ts'

/** @throws Error with the first difference */
export async function compareRacerPages(stage: Stage): Promise<void> {
  await closeDays(stage.server.context)
  await checkBadges(stage.server.context)
  const addresses = Array.from({ length: KICK_RACER + 1 }, (_, number) => racerOn(stage, number))
  for (const [index, address] of addresses.entries()) {
    await comparePage(stage, address)
    await compareTwo(stage, address, addresses[(index + 1) % addresses.length] ?? address)
  }
}

const urlOf = ({ platform, login }: Racer) => `/api/racers/${platform}/${login}`

async function comparePage(stage: Stage, address: Racer): Promise<void> {
  const { server, world } = stage
  const url = urlOf(address)
  const somebody = somebodyAt(world, address)
  const raced = racedBy(world, somebody)
  const response = await server.call({ method: 'GET', url })
  if (response.statusCode === 404) {
    expectSame(`who is at ${url}`, { raced: raced.length }, { raced: 0 })
    expectSame(`who is at ${url}`, somebody.person, null)
    return
  }
  const page: RacerPage = response.json()
  expectSame(`the page ${url}`, page, {
    address: somebody.address,
    ...totalsOf(world, somebody),
  })
  const badges = page.badges
    .filter(({ key }) => key !== 'season-champion' && key !== 'record-holder')
    .map(({ key, game }) => ({ key, finishedAt: game?.finishedAt }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  expectSame(`the badges of ${url}`, badges, badgesOf(raced))
  const titles = page.badges
    .filter(({ key }) => key === 'season-champion' || key === 'record-holder')
    .map(({ key, season, column, channel, value, seconds }) =>
      [key, season, column ?? channel?.login, value ?? seconds].join(' '),
    )
  expectSame(`the titles of ${url}`, titles.toSorted(), titlesOf(stage, somebody).toSorted())
  const shown = page.year.days.filter(({ games }) => games > 0)
  expectSame(
    `the days of ${url}`,
    shown.map(({ day, games }) => ({ day, games })),
    daysOf(world, somebody),
  )
  for (const { season, undated, days } of page.progress) {
    expectSame(
      `the points of all days of ${url} in the season ${season}`,
      undated + days.reduce((sum, { points }) => sum + points, 0),
      pointsInSeason(world, somebody, season),
    )
  }
  for (const { season, points } of page.seasons) {
    expectSame(
      `the points of ${url} in the season ${season}`,
      points,
      pointsInSeason(world, somebody, season),
    )
  }
  const games = await server.ask({ method: 'GET', url: `${url}/games` })
  expectSame(`the games of ${url}`, games, gamesOf(raced))
}

/** As text: what, of which season, where, and with how much. */
function titlesOf(stage: Stage, somebody: Somebody): string[] {
  const { world } = stage
  const isTheirs = ({ holder }: { holder: Holder }) =>
    'person' in holder
      ? holder.person === somebody.person
      : somebody.person === null && racerName(holder) === racerName(somebody.address)
  const past = seasonsOn(stage).filter((season) => season < currentSeason(world))
  const champions = past.flatMap((season) => [
    ...firstStreamers(world, season)
      .filter(isTheirs)
      .map(({ column, value }) => ['season-champion', season, column, value].join(' ')),
    ...world.channels.flatMap((channel) =>
      championsOf(world, channel, season)
        .filter(isTheirs)
        .map(({ value }) => ['season-champion', season, channel.login, value].join(' ')),
    ),
  ])
  const record = recordOf(world, mapOn(stage))
  const records =
    record !== null && isTheirs(record) ? [['record-holder', '', '', record.seconds].join(' ')] : []
  return [...new Set([...champions, ...records])]
}

function pointsInSeason(world: World, somebody: Somebody, season: number): number {
  const games = new Set(world.channels.flatMap((channel) => countedGames(channel, season)))
  return somebody.address.platform === 'twitch'
    ? (sumPoints(rowsOf(...asOwner(world, somebody)).filter((row) => row.season === season)) ?? 0)
    : (sumKnown(
        racedBy(world, somebody)
          .filter(({ game }) => games.has(game))
          .map(({ result }) => result.points),
      ) ?? 0)
}

const sumPoints = (rows: ReturnType<typeof rowsOf>) =>
  sumKnown(rows.flatMap(({ racePoints, royalePoints }) => [racePoints.value, royalePoints.value]))

function totalsOf(world: World, somebody: Somebody): Partial<RacerPage> {
  if (somebody.address.platform !== 'twitch') {
    return {}
  }
  const rows = rowsOf(...asOwner(world, somebody))
  return {
    points: {
      lifetime: sumPoints(rows),
      season: sumPoints(rows.filter(({ season }) => season === currentSeason(world))),
    },
    races: {
      games: sumKnown(rows.map(({ races }) => races)),
      wins: sumKnown(rows.map(({ raceWins }) => raceWins.value)),
    },
  }
}

/** A racer who has never signed in counts like a person who has always had the login. */
function asOwner(world: World, { person, address }: Somebody): [World, string] {
  const always: LoginPeriod = {
    ...{ person: 'nobody', login: address.login, firstSeason: null, lastSeason: null },
    ...{ startedAt: null, endedAt: null },
  }
  return person === null ? [{ ...world, periods: [always] }, 'nobody'] : [world, person]
}

function daysOf(world: World, somebody: Somebody): { day: string; games: number }[] {
  const counted = new Set(
    world.channels.flatMap((channel) =>
      [...new Set(channel.games.map(({ season }) => season))].flatMap((season) =>
        countedGames(channel, season),
      ),
    ),
  )
  const days = racedBy(world, somebody)
    .filter(({ game }) => counted.has(game))
    .map(({ game }) => marbleDayOf(game.finishedAt))
  return [...Map.groupBy(days, (day) => day)]
    .map(([day, games]) => ({ day, games: games.length }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

async function compareTwo(stage: Stage, one: Racer, another: Racer): Promise<void> {
  const { server, world } = stage
  const url = `${urlOf(one)}/versus/${another.platform}/${another.login}`
  const [mine, theirs] = [somebodyAt(world, one), somebodyAt(world, another)]
  const response = await server.call({ method: 'GET', url })
  if (response.statusCode !== 200) {
    const isSame = mine.person !== null && mine.person === theirs.person
    expectSame(`the status of ${url}`, response.statusCode, isSame ? 422 : 404)
    return
  }
  const { meetings, latest }: Versus = response.json()
  const met = meetingsOf(racedBy(world, mine), racedBy(world, theirs))
  const where = ({ mode, season, channel: { login }, ...counts }: (typeof met.meetings)[number]) =>
    JSON.stringify([mode, season, login, counts.games, counts.ahead, counts.behind])
  expectSame(
    url,
    { meetings: sortedBy<(typeof met.meetings)[number]>(meetings, where), latest },
    { meetings: sortedBy(met.meetings, where), latest: met.latest },
  )
}

const sortedBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
