import { MOST_NIGHT_GAMES, type Night, type NightRecap } from '@rollcall/contract/nights'
import { dayAfter } from '@rollcall/contract/periods'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { PublicChannel } from '../../domain/boards/find-channel.ts'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { Viewer } from '../../domain/rights/roles.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { beginningOf, findToday } from '../../domain/standings/marble-days.ts'
import { labelOf, looksOf } from '../../domain/standings/racer-looks.ts'
import { findFirstHeld } from '../../domain/visibility/held-days.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type ChosenBoard, findChosenBoard } from './asked-board.ts'
import { pageOfRacerBoard } from './board-pages.ts'
import { isFinishedIn } from './board-points.ts'
import {
  countNightGames,
  findBestGames,
  findNewFaces,
  findNightBeside,
  findNightRecords,
  findSeasonRanks,
  goesOnAcross,
  listNightSeasons,
  type NightParams,
  type NightRacer,
} from './night-facts.ts'

const PODIUM = 3

type Context = Pick<AppContext, 'db' | 'now'> & { racerBoards: RacerBoards }

/** @param viewer null: somebody who is not signed in, or a program */
export async function findNight(
  context: Context,
  channel: PublicChannel,
  { day, viewer }: { day: string; viewer: Viewer | null },
): Promise<Night> {
  const { db, now } = context
  const { id, holds } = channel
  const { season } = await getSettings(db)
  const asked = { channelId: id, day, holds, season }
  const board = await findChosenBoard(context, channel, { of: day, mode: 'all' }, viewer)
  const { held } = board
  const { today } = await findToday(db, now())
  const times = await findTimes(db, day)
  return {
    ...{ id, channel: channel.label, day, isRunning: day === today },
    beginsAt: times.beginsAt.toISOString(),
    endsAt: times.endsAt.toISOString(),
    previous: await findNightBeside(db, asked, 'before'),
    next: await findNightBeside(db, asked, 'after'),
    ...(held !== null && { held }),
    recap: board.isShown ? await findRecap(db, { ...asked, ...times, board, viewer }) : null,
  }
}

/** The latest day up to today on which anything was played; null: none. */
export async function findLatestNight(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id: channelId, holds }: Pick<PublicChannel, 'id' | 'holds'>,
): Promise<string | null> {
  const { season } = await getSettings(db)
  const { today } = await findToday(db, now())
  return findNightBeside(db, { channelId, day: dayAfter(today, 1), holds, season }, 'before')
}

async function findTimes(db: Db, day: string): Promise<{ beginsAt: Date; endsAt: Date }> {
  const { rows } = await sql<{ beginsAt: Date; endsAt: Date }>`
    select ${beginningOf(sql`${day}::date`)} as "beginsAt",
      ${beginningOf(sql`(${day}::date + 1)`)} as "endsAt"`.execute(db)
  const [times] = rows
  if (times === undefined) {
    throw new Error('a statement without a row')
  }
  return times
}

interface RecapParams extends NightParams {
  season: number
  beginsAt: Date
  endsAt: Date
  board: ChosenBoard
  viewer: Viewer | null
}

async function findRecap(db: Db, asked: RecapParams): Promise<NightRecap> {
  const { channelId, board } = asked
  const { rows } = await pageOfRacerBoard(db, board, { page: 1, limit: PODIUM, search: '' })
  const last = rows.at(-1)?.score ?? 0
  const { race, royale } = await findBestGames(db, asked)
  const records = await findNightRecords(db, asked)
  const { newFaces, seasons, ...held } = await findChanges(db, asked)
  const nameOf = await nameRacers(db, channelId, [
    ...[race, royale, ...records, ...seasons.flatMap(({ climbers }) => climbers)].flatMap(
      (fact) => fact?.racer ?? [],
    ),
    ...seasons.flatMap(({ leader }) => [leader?.racer ?? [], leader?.former ?? []].flat()),
    ...newFaces.racers,
  ])
  const named = <Fact extends { racer: NightRacer }>(fact: Fact) => ({
    ...fact,
    racer: nameOf(fact.racer),
  })
  return {
    racers: board.total,
    points: board.points,
    podium: rows,
    more: board.board.list('points').filter(({ points }) => points >= last).length - rows.length,
    bestRace: race ? named(race) : null,
    bestRoyale: royale ? named(royale) : null,
    records: records.map(named),
    ...held,
    newFaces: { ...newFaces, racers: newFaces.racers.map(nameOf) },
    seasons: seasons.map(({ season, leader, climbers }) => ({
      season,
      leader: leader && { ...named(leader), former: leader.former && nameOf(leader.former) },
      climbers: climbers.map(named),
    })),
    ...(await findGames(db, asked)),
  }
}

async function findGames(
  db: Db,
  asked: RecapParams,
): Promise<Pick<NightRecap, 'games' | 'latest' | 'goesOn'>> {
  const { channelId, day, holds, beginsAt, endsAt } = asked
  return {
    games: await countNightGames(db, asked),
    latest: await listLatestGames(db, {
      which: sql<boolean>`(
        game.channel_id = ${channelId} and ${isFinishedIn({ first: day, last: day })}
      )`,
      holds,
      limit: MOST_NIGHT_GAMES,
      names: 'here',
    }),
    goesOn: {
      fromDayBefore: await goesOnAcross(db, asked, beginsAt),
      intoNextDay: await goesOnAcross(db, asked, endsAt),
    },
  }
}

/**
 * Who is new, and what changed in the season. Both compare with the days before; of a held one they would say who
 * played, and with how many points.
 */
async function findChanges(db: Db, asked: RecapParams) {
  const { day, season, board, viewer } = asked
  const none = { newFaces: { racers: [], total: 0 }, seasons: [] }
  if (board.total === 0) {
    return none
  }
  const before = { first: '-infinity', last: dayAfter(day, -1) }
  const heldBefore = await findFirstHeld(db, { ...asked, ...before, viewer })
  if (heldBefore !== null && !board.seesHeld) {
    return { heldBefore, ...none }
  }
  const seasons = await listNightSeasons(db, { ...asked, season })
  return {
    newFaces: await findNewFaces(db, asked),
    seasons: await Promise.all(seasons.map((each) => findChange(db, { ...asked, season: each }))),
  }
}

async function findChange(db: Db, asked: NightParams & { season: number }) {
  const ranks = await findSeasonRanks(db, asked)
  const first = ranks.find(({ isFirst, after }) => isFirst && after > 0)
  const former = ranks.find(({ wasFirst, before }) => wasFirst && before > 0)
  const hasLed = first !== undefined && first.before > 0 && first.from === 1
  return {
    season: asked.season,
    leader: first
      ? { racer: first.racer, points: first.after, former: hasLed ? null : (former?.racer ?? null) }
      : null,
    climbers: ranks
      .filter(({ hasClimbed }) => hasClimbed)
      .map(({ racer, from, to }) => ({ racer, from, to })),
  }
}

/** How the channel calls these racers; all of them are asked for at once. */
async function nameRacers(
  db: Db,
  channelId: number,
  racers: readonly NightRacer[],
): Promise<(racer: NightRacer) => RacerLabel> {
  const looks = await looksOf(db, { channelId, racers })
  const names = new Map(looks.map((look, index) => [racers[index], labelOf(look)]))
  return (racer) => {
    const name = names.get(racer)
    if (name === undefined) {
      throw new Error('a racer whom nobody asked for')
    }
    return name
  }
}
