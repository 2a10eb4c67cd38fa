/** Compares the pages of channels, and of the map that all played on, with the model's. */
import type {
  BoardMode,
  ChannelBoardRow,
  ChannelGames,
  ChannelPage,
} from '@rollcall/contract/channels'
import { MAP_RECORDS, type MapDetails } from '@rollcall/contract/maps'
import type { Night } from '@rollcall/contract/nights'
import { racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import {
  type BoardRow,
  daysBoard,
  daysPlayed,
  type Gain,
  levelsBoard,
  seasonsBoard,
  seasonsOf,
} from './channel-boards.ts'
import { daysAround, marbleDayOf, nameOfDays, timeOf } from './days.ts'
import { expectSame } from './first-difference.ts'
import { boardNumbers } from './numbers.ts'
import { ownRows } from './positions.ts'
import { type Covered, coveredSeason, coveredTime, coveredUpTo, ownersOfRow } from './row-owners.ts'
import { mapOn, nowOn, type Stage, seasonsOn, sessionOf } from './stage.ts'
import { championsOf, type Finish, finishesOn, type Holder } from './titles.ts'
import {
  type Channel,
  channelCalled,
  channelNames,
  compareLogins,
  currentSeason,
  type StoredGame,
  type World,
} from './world.ts'

const MODES = ['all', 'race', 'royale', 'tilt'] as const satisfies readonly BoardMode[]
const LATEST_GAMES = 15

/** @throws Error with the first difference */
export async function compareChannelPages(stage: Stage): Promise<void> {
  for (const login of channelNames(stage.world)) {
    const channel = channelCalled(stage.world, login)
    if (channel !== null && isPublic(channel)) {
      await comparePage(stage, channel)
      await compareBoards(stage, channel)
      await comparePeriods(stage, channel)
      await compareNights(stage, channel)
    }
  }
  await compareMap(stage)
  await compareSeasonDays(stage)
}

const isPublic = (channel: Channel): boolean =>
  channel.owner !== null ||
  channel.games.some(({ isRankable }) => isRankable) ||
  seasonsOf(channel).some((season) => boardNumbers(channel, season) !== null)

/** The latest with results; if there are none, the current one. */
const openingSeason = (world: World, channel: Channel): number =>
  seasonsOf(channel)
    .filter((season) => season <= currentSeason(world) && boardNumbers(channel, season) !== null)
    .toSorted((a, b) => a - b)
    .at(-1) ?? currentSeason(world)

const rankableOf = ({ games }: Channel): StoredGame[] =>
  games.filter(({ isRankable }) => isRankable)

async function comparePage({ server, world }: Stage, channel: Channel): Promise<void> {
  const url = `/api/channels/${channel.login}`
  const page: ChannelPage = await server.ask({ method: 'GET', url })
  const season = openingSeason(world, channel)
  const numbers = boardNumbers(channel, season)
  expectSame(
    url,
    { season: page.season, numbers: page.numbers, champions: page.champions },
    {
      season,
      numbers: numbers && { points: numbers.totalPoints, games: numbers.totalRaces },
      champions: seasonsOf(channel)
        .filter((past) => past < currentSeason(world))
        .toSorted((a, b) => b - a)
        .flatMap((past) => championsNamed(world, channel, past)),
    },
  )
  const { latest, maps, records }: ChannelGames = await server.ask({
    method: 'GET',
    url: `${url}/games`,
  })
  const ofMap = finishesOn(world, String(maps[0]?.name))
  const [best] = ofMap.filter((finish) => finish.channel === channel)
  expectSame(
    `${url}/games`,
    { latest, maps, records: records.map(({ name }) => name) },
    {
      latest: latestOf(rankableOf(channel)).slice(0, LATEST_GAMES),
      maps: [...Map.groupBy(rankableOf(channel), ({ map }) => map)]
        .filter(([map]) => map !== null)
        .map(([name, games]) => ({
          name,
          plays: games.length,
          fastest: best === undefined ? null : { seconds: best.seconds, ...nameOf(best) },
        })),
      records: best !== undefined && best === ofMap[0] ? [best.game.map] : [],
    },
  )
}

function championsNamed(world: World, channel: Channel, season: number) {
  const named = championsOf(world, channel, season).map(({ holder, value }) => ({
    login: loginOf(world, holder),
    value,
    racer_name: racerName(currentOf(world, holder)),
  }))
  return [...new Map(named.map((champion) => [champion.racer_name, champion])).values()]
    .toSorted((a, b) => compareLogins(a.login, b.login))
    .map(({ value, racer_name }) => ({ season, points: value, racer: { racer_name } }))
}

const currentOf = (world: World, holder: Holder) =>
  'person' in holder ? { platform: 'twitch', login: world.logins.get(holder.person) ?? '' } : holder

const loginOf = (world: World, holder: Holder) => currentOf(world, holder).login

const latestOf = (games: readonly StoredGame[]) =>
  games
    .toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime() || b.id - a.id)
    .map(({ mode, finishedAt, results }) => {
      const winner = results.find(({ position, eliminated }) => position === 1 && !eliminated)
      return {
        mode,
        finishedAt: finishedAt.toISOString(),
        racerCount: results.length,
        eliminatedCount: results.filter(({ eliminated }) => eliminated).length,
        winner: mode === 'tilt' || winner === undefined ? null : { racer_name: racerName(winner) },
      }
    })

async function compareBoards(stage: Stage, channel: Channel): Promise<void> {
  const { world } = stage
  const opening = openingSeason(world, channel)
  const season = currentSeason(world)
  const all = seasonsOf(channel).filter((past) => past <= season)
  for (const mode of MODES) {
    await compareBoard(stage, channel, {
      of: 'season',
      mode,
      covered: coveredSeason(opening),
      expected:
        mode === 'tilt'
          ? levelsBoard(channel, (game) => game.season === opening)
          : seasonsBoard(channel, [opening], mode),
    })
    await compareBoard(stage, channel, {
      of: 'lifetime',
      mode,
      covered: coveredUpTo(season),
      expected:
        mode === 'tilt'
          ? levelsBoard(channel, (game) => game.season <= season)
          : seasonsBoard(channel, all, mode),
    })
  }
  const today = marbleDayOf(nowOn(stage))
  for (const day of new Set([...daysPlayed(channel), today])) {
    const gains = await gainsOn(stage, channel, [day])
    for (const mode of MODES) {
      await compareBoard(stage, channel, {
        of: day === today ? 'today' : day,
        mode,
        covered: coveredTime(
          timeOf(day),
          gains.filter(({ race, royale }) => race + royale !== 0),
        ),
        expected:
          mode === 'tilt'
            ? levelsBoard(channel, ({ finishedAt }) => marbleDayOf(finishedAt) === day)
            : daysBoard(channel, { days: [day], seasons: seasonsOf(channel), mode, gains }),
      })
    }
  }
}

/** The nights that games were played in: games, the board's sums, and the first of the season before and after. */
async function compareNights(stage: Stage, channel: Channel): Promise<void> {
  const nights = [...new Set(rankableOf(channel).map(({ finishedAt }) => marbleDayOf(finishedAt)))]
  for (const day of nights) {
    const url = `/api/channels/${channel.login}/nights/${day}`
    const { recap }: Night = await stage.server.ask({ method: 'GET', url })
    const games = rankableOf(channel).filter(({ finishedAt }) => marbleDayOf(finishedAt) === day)
    const gains = await gainsOn(stage, channel, [day])
    const board = daysBoard(channel, {
      ...{ days: [day], seasons: seasonsOf(channel), mode: 'all' as const, gains },
    })
    const bestOf = (mode: StoredGame['mode']) => {
      const points = games
        .filter((game) => game.mode === mode)
        .flatMap(({ results }) => results.map((result) => result.points ?? 0))
      return Math.max(0, ...points) || null
    }
    expectSame(
      url,
      {
        games: recap?.games,
        racers: recap?.racers,
        points: recap?.points,
        best: [recap?.bestRace?.points ?? null, recap?.bestRoyale?.points ?? null],
        newFaces: recap?.newFaces.total,
      },
      {
        games: {
          race: games.filter(({ mode }) => mode === 'race').length,
          royale: games.filter(({ mode }) => mode === 'royale').length,
          tilt: games.filter(({ mode }) => mode === 'tilt').length,
        },
        racers: board.length,
        points: board.reduce((sum, { points }) => sum + points, 0),
        best: [bestOf('race'), bestOf('royale')],
        newFaces: (await newFacesOf(stage, channel, { day, board })).length,
      },
    )
  }
}

/** Of those on the night's board, the ones without an earlier game, an earlier gain, or points that have no day. */
async function newFacesOf(
  { server, round }: Stage,
  channel: Channel,
  { day, board }: { day: string; board: readonly BoardRow[] },
): Promise<readonly BoardRow[]> {
  const owner = channel.owner && `${channel.owner} of ${round}`
  const { rows: known } = await sql<{ platform: string; login: string }>`
    select distinct racer.platform, racer.login
    from racer_days as row
    join channels as channel on channel.id = row.channel_id
    join racers as racer on racer.id = row.racer_id
    left join users as owner on owner.id = channel.user_id
    where channel.login = ${channel.login} and games = 0 and day < ${day}::date
      and owner.platform_user_id is not distinct from ${owner}::text`.execute(server.context.db)
  const { from } = timeOf(day)
  const earlier = rankableOf(channel)
    .filter(({ finishedAt }) => finishedAt < from)
    .flatMap(({ results }) => results)
  return board.filter(
    (row) =>
      ![...known, ...earlier].some(
        ({ platform, login }) => platform === row.platform && login === row.login,
      ),
  )
}

/** The weeks and months that games were played in, each season of them on its own. */
async function comparePeriods(stage: Stage, channel: Channel): Promise<void> {
  for (const kind of ['week', 'month'] as const) {
    const periods = daysPlayed(channel).map((day) => daysAround(day, kind))
    const byName = new Map(periods.map((days) => [nameOfDays(days, kind), days]))
    for (const [name, days] of byName) {
      await comparePeriod(stage, channel, { name, days })
    }
  }
}

async function comparePeriod(
  stage: Stage,
  channel: Channel,
  { name, days }: { name: string; days: readonly string[] },
): Promise<void> {
  const time = { from: timeOf(days[0] ?? '').from, until: timeOf(days.at(-1) ?? '').until }
  const isIn = ({ finishedAt }: StoredGame) => days.includes(marbleDayOf(finishedAt))
  const gains = await gainsOn(stage, channel, days)
  const seasons = [...rankableOf(channel).filter(isIn), ...gains]
    .map(({ season }) => season)
    .filter((season) => season <= currentSeason(stage.world))
  for (const season of new Set(seasons)) {
    const gained = gains.filter((gain) => gain.season === season)
    const isOnBoard = (game: StoredGame) => game.season === season && isIn(game)
    for (const mode of MODES) {
      await compareBoard(stage, channel, {
        of: season === Math.max(...seasons) ? name : `${name}-S${season}`,
        mode,
        covered: {
          ...coveredTime(
            time,
            gained.filter(({ race, royale }) => race + royale !== 0),
          ),
          isOnBoard,
        },
        expected:
          mode === 'tilt'
            ? levelsBoard(channel, isOnBoard)
            : daysBoard(channel, { days, seasons: [season], mode, gains: gained }),
      })
    }
  }
}

/** What snapshots add to days is taken from the stored days: that they add up to the total is compared elsewhere. */
export async function gainsOn(
  { server, round }: Stage,
  channel: Channel,
  days: readonly string[],
): Promise<Gain[]> {
  const owner = channel.owner && `${channel.owner} of ${round}`
  const { rows } = await sql<Gain>`
    select racer.platform, racer.login, season, snapshot_race_points as race,
      snapshot_royale_points as royale
    from racer_days as row
    join channels as channel on channel.id = row.channel_id
    join racers as racer on racer.id = row.racer_id
    left join users as owner on owner.id = channel.user_id
    where channel.login = ${channel.login} and day = any(${days}::date[])
      and owner.platform_user_id is not distinct from ${owner}::text`.execute(server.context.db)
  return rows
}

interface BoardToCompare {
  of: string
  mode: BoardMode
  expected: readonly BoardRow[]
  covered: Covered
}

async function compareBoard(stage: Stage, channel: Channel, board: BoardToCompare): Promise<void> {
  const { server, world } = stage
  const { of, mode, expected, covered } = board
  const url = `/api/channels/${channel.login}/board?of=${of}&mode=${mode}`
  const { rows, total }: { rows: ChannelBoardRow[]; total: number } = await server.ask({
    method: 'GET',
    url,
  })
  const byName = (a: { racer_name: string }, b: { racer_name: string }) =>
    compareLogins(a.racer_name, b.racer_name)
  expectSame(
    url,
    { total, rows: rows.toSorted(byName) },
    {
      total: expected.length,
      rows: expected
        .map(({ rank, points, levels, ...racer }) => ({
          racer_name: racerName(racer),
          rank,
          score: points,
          ...(levels !== undefined && { levels }),
          leads_nowhere: ownersOfRow(world, channel, { racer, covered }).isOfOthers || undefined,
        }))
        .toSorted(byName),
    },
  )
  for (const person of mode === 'all' ? stage.sessions.keys() : []) {
    await compareOwnRow(stage, channel, { ...board, person })
  }
}

async function compareOwnRow(
  stage: Stage,
  channel: Channel,
  { person, of, mode, expected, covered }: BoardToCompare & { person: string },
): Promise<void> {
  const url = `/api/channels/${channel.login}/board/own?of=${of}&mode=${mode}`
  const headers = sessionOf(stage, person)
  const { own } = await stage.server.ask({ method: 'GET', url, headers })
  const [best] = ownRows(stage.world, channel, { person, rows: expected, covered })
  expectSame(
    `the own row of ${person}, ${url}`,
    own,
    best === undefined
      ? null
      : {
          row: { racer_name: racerName(best), rank: best.rank, score: best.points },
          isShared: best.isShared || undefined,
        },
  )
}

/** The channels of each season by the points of a week or a month. */
async function compareSeasonDays(stage: Stage): Promise<void> {
  const { channels } = stage.world
  const played = [...new Set(channels.flatMap(daysPlayed))]
  for (const kind of ['week', 'month'] as const) {
    const periods = played.map((day) => daysAround(day, kind))
    for (const [name, days] of new Map(periods.map((days) => [nameOfDays(days, kind), days]))) {
      for (const season of seasonsOn(stage)) {
        await compareSeasonPeriod(stage, { name, days, season })
      }
    }
  }
}

async function compareSeasonPeriod(
  stage: Stage,
  { name, days, season }: { name: string; days: readonly string[]; season: number },
): Promise<void> {
  const sums = await Promise.all(
    stage.world.channels.map(async (channel) => {
      const gains = (await gainsOn(stage, channel, days)).filter((gain) => gain.season === season)
      const rows = daysBoard(channel, { days, seasons: [season], mode: 'all', gains })
      return rows.length === 0
        ? []
        : { login: channel.login, points: rows.reduce((sum, { points }) => sum + points, 0) }
    }),
  )
  const expected = sums.flat()
  const url = `/api/seasons/${season}/days?of=${name}`
  const pages = await stage.server.call({ method: 'GET', url })
  if (pages.statusCode === 404) {
    expectSame(`${url}, without results`, expected, [])
    return
  }
  const rows: { rank: number; channel: { login: string }; points: number }[] = pages.json().rows
  const inOrder = (a: { login: string; points: number }, b: { login: string; points: number }) =>
    b.points - a.points || compareLogins(a.login, b.login)
  expectSame(
    url,
    rows.map(({ rank, channel: { login }, points }) => ({ rank, login, points })).toSorted(inOrder),
    expected
      .map(({ login, points }) => ({
        rank: 1 + expected.filter((other) => other.points > points).length,
        ...{ login, points },
      }))
      .toSorted(inOrder),
  )
}

async function compareMap(stage: Stage): Promise<void> {
  const { server, world } = stage
  const name = mapOn(stage)
  const url = `/api/maps?search=${encodeURIComponent(name)}`
  const { maps }: { maps: { id: number; name: string }[] } = await server.ask({
    method: 'GET',
    url,
  })
  const found = maps.find((map) => map.name === name)
  const games = world.channels.flatMap(rankableOf).filter(({ map }) => map === name)
  expectSame(url, { isFound: found !== undefined }, { isFound: games.length > 0 })
  if (found === undefined) {
    return
  }
  const racedIn = games.filter(({ mode }) => mode === 'race').flatMap(({ results }) => results)
  const racers = games.reduce((sum, { results }) => sum + results.length, 0)
  const page: MapDetails = await server.ask({ method: 'GET', url: `/api/maps/${found.id}` })
  expectSame(`the map ${name}`, page, {
    plays: games.length,
    averageField: racers / games.length,
    deathRate:
      racedIn.length === 0
        ? null
        : racedIn.filter(({ eliminated }) => eliminated).length / racedIn.length,
    fastestRacers: firstOfEach(finishesOn(world, name), ({ result }) => racerName(result)),
    fastestChannels: firstOfEach(finishesOn(world, name), ({ channel }) => channel),
    latestGames: latestOf(games).slice(0, 10),
  })
}

function firstOfEach(finishes: readonly Finish[], of: (finish: Finish) => unknown) {
  const firsts = [...Map.groupBy(finishes, of).values()].flatMap((all) => all.slice(0, 1))
  return firsts
    .map((finish) => ({
      rank: 1 + firsts.filter(({ seconds }) => seconds < finish.seconds).length,
      seconds: finish.seconds,
      finishedAt: finish.game.finishedAt.toISOString(),
      channel: { login: finish.channel.login },
      ...nameOf(finish),
    }))
    .slice(0, MAP_RECORDS)
}

const nameOf = ({ result }: Finish) => ({ racer: { racer_name: racerName(result) } })
