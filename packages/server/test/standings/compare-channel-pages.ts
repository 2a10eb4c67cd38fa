/** Compares the pages of channels, and of the map that all played on, with the model's. */
import type {
  BoardMode,
  ChannelBoardRow,
  ChannelGames,
  ChannelPage,
} from '@rollcall/contract/channels'
import { MAP_RECORDS, type MapDetails } from '@rollcall/contract/maps'
import { racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import {
  type BoardRow,
  dayBoard,
  daysPlayed,
  type Gain,
  levelsBoard,
  seasonsBoard,
  seasonsOf,
} from './channel-boards.ts'
import { marbleDayOf } from './days.ts'
import { expectSame } from './first-difference.ts'
import { boardNumbers } from './numbers.ts'
import { mapOn, nowOn, type Stage } from './stage.ts'
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
    }
  }
  await compareMap(stage)
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
      expected:
        mode === 'tilt'
          ? levelsBoard(channel, (game) => game.season === opening)
          : seasonsBoard(channel, [opening], mode),
    })
    await compareBoard(stage, channel, {
      of: 'lifetime',
      mode,
      expected:
        mode === 'tilt'
          ? levelsBoard(channel, (game) => game.season <= season)
          : seasonsBoard(channel, all, mode),
    })
  }
  const today = marbleDayOf(nowOn(stage))
  for (const day of new Set([...daysPlayed(channel), today])) {
    const gains = await gainsOn(stage, channel, day)
    for (const mode of MODES) {
      await compareBoard(stage, channel, {
        of: day === today ? 'today' : day,
        mode,
        expected:
          mode === 'tilt'
            ? levelsBoard(channel, ({ finishedAt }) => marbleDayOf(finishedAt) === day)
            : dayBoard(channel, { day, mode, gains }),
      })
    }
  }
}

/** What snapshots add to a day is taken from the stored days: that they add up to the total is compared elsewhere. */
async function gainsOn({ server, round }: Stage, channel: Channel, day: string): Promise<Gain[]> {
  const owner = channel.owner && `${channel.owner} of ${round}`
  const { rows } = await sql<Gain>`
    select racer.platform, racer.login, snapshot_race_points as race,
      snapshot_royale_points as royale
    from racer_days as row
    join channels as channel on channel.id = row.channel_id
    join racers as racer on racer.id = row.racer_id
    left join users as owner on owner.id = channel.user_id
    where channel.login = ${channel.login} and day = ${day}::date
      and owner.platform_user_id is not distinct from ${owner}::text`.execute(server.context.db)
  return rows
}

async function compareBoard(
  { server }: Stage,
  channel: Channel,
  { of, mode, expected }: { of: string; mode: BoardMode; expected: readonly BoardRow[] },
): Promise<void> {
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
        }))
        .toSorted(byName),
    },
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
