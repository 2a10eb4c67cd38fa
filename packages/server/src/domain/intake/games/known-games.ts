/**
 * Finds the games that a channel already has, regardless of the kind of file they came from:
 * docs/formats.md, Which game is the same.
 */
import { MINUTE_MS } from '@rollcall/formats/durations'
import type { Game } from '@rollcall/formats/game-files'
import { type GameFileKind, type ResultLine, writeResultLine } from '@rollcall/formats/game-rows'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { contentHash } from '../files/readers.ts'

export interface GameToStore {
  facts: Game
  /** The hash of its results. */
  hash: string
  season: number
  finishedAt: Date
  /** The finish according to the files or the sender; null if nobody gave it. */
  givenFinish: Date | null
}

/** How much the finishes of one game may differ between two uploads. */
export const SAME_FINISH_MS = 10 * MINUTE_MS

/**
 * `conflict`: another game has the same key. `completes`: the game was known from a day log, and now its own files have
 * arrived, which contain more.
 */
export interface KnownGame {
  kind: 'known' | 'conflict' | 'completes'
  id: number
  season: number
  /** The games are equal, but nobody gave the time of one of them, so they may be two. */
  isUnsure: boolean
}

interface StoredGame {
  id: number
  season: number
  mode: string
  key: string
  hash: string
  fileKind: GameFileKind
  givenFinish: Date | null
  finishedAt: Date
}

type Params = { channelId: number; games: readonly GameToStore[] }

/** The known games, by their index in `games`. Each stored game is at most one of them, unless it has the same key. */
export async function findKnown(trx: Db, asked: Params): Promise<Map<number, KnownGame>> {
  const known = new Map<number, KnownGame>()
  const byKey = await findByKey(trx, asked)
  const equal = await findEqual(trx, asked)
  const taken = new Set<number>()
  for (const [index, game] of asked.games.entries()) {
    const { mode, gameKey } = game.facts
    const stored = gameKey === null ? undefined : byKey.get(`${mode} ${gameKey}`)
    if (stored !== undefined) {
      const { id, season, hash } = stored
      const kind = hash === game.hash ? 'known' : 'conflict'
      known.set(index, { kind, id, season, isUnsure: false })
      continue
    }
    const nearest = findNearest(
      game,
      equal(game).filter(({ id }) => !taken.has(id)),
    )
    if (nearest !== undefined) {
      const { id, season, fileKind } = nearest
      const isUnsure = !areTimed(game, nearest)
      // Only at a known time is it certain that the files add to this game and not to another.
      const completes = fileKind === 'day log' && game.facts.fileKind !== 'day log' && !isUnsure
      known.set(index, { kind: completes ? 'completes' : 'known', id, season, isUnsure })
      taken.add(id)
    }
  }
  return known
}

async function findByKey(trx: Db, { channelId, games }: Params): Promise<Map<string, StoredGame>> {
  const keys = games.map(({ facts }) => facts.gameKey).filter((key) => key !== null)
  const { rows } = await sql<StoredGame>`
    select ${STORED} from games
    where channel_id = ${channelId} and game_key = any(${keys}::text[])`.execute(trx)
  return new Map(rows.map((stored) => [`${stored.mode} ${stored.key}`, stored]))
}

const STORED = sql`
  id, season, mode, game_key as key, content_hash as hash, file_kind as "fileKind",
  given_finish as "givenFinish", finished_at as "finishedAt"`

const areTimed = (game: { givenFinish: Date | null }, other: { givenFinish: Date | null }) =>
  game.givenFinish !== null && other.givenFinish !== null

/** The game that finished nearest; one whose time somebody gave comes before all others. */
function findNearest(game: GameToStore, stored: readonly StoredGame[]): StoredGame | undefined {
  const apart = (other: StoredGame) => {
    const at = other.givenFinish ?? other.finishedAt
    return Math.abs(at.getTime() - (game.givenFinish ?? game.finishedAt).getTime())
  }
  return stored
    .filter((other) => !areTimed(game, other) || apart(other) <= SAME_FINISH_MS)
    .toSorted(
      (a, b) => Number(areTimed(game, b)) - Number(areTimed(game, a)) || apart(a) - apart(b),
    )[0]
}

/** Finds stored games with equal results, whenever they finished. */
async function findEqual(
  trx: Db,
  asked: Params,
): Promise<(game: GameToStore) => readonly StoredGame[]> {
  const alike = Map.groupBy(await findAlike(trx, asked), ({ mode, hash }) => `${mode} ${hash}`)
  const near = Map.groupBy(
    await findNear(trx, asked),
    ({ mode, resultsHash }) => `${mode} ${resultsHash}`,
  )
  return (game) => {
    const { mode, results, fileKind } = game.facts
    const legacy = fileKind === 'legacy file' ? (alike.get(`${mode} ${game.hash}`) ?? []) : []
    // Usually there is nothing to compare with, and hashing takes long.
    const others = near.size === 0 ? [] : (near.get(`${mode} ${hashResults(results)}`) ?? [])
    return [
      ...legacy.filter((stored) => canBeOneLevel(stored, game)),
      ...others.filter((stored) => stored.fileKind !== fileKind),
    ]
  }
}

interface LegacyGame extends StoredGame {
  summaryHash: string | null
  level: number | null
  levelPassed: boolean | null
}

/** The channel's legacy games with the same rows as one of these. */
async function findAlike(trx: Db, { channelId, games }: Params): Promise<LegacyGame[]> {
  const hashes = games
    .filter(({ facts }) => facts.fileKind === 'legacy file')
    .map(({ hash }) => hash)
  const { rows } = await sql<LegacyGame>`
    select ${STORED}, summary_hash as "summaryHash", level, level_passed as "levelPassed"
    from games
    where channel_id = ${channelId} and content_hash = any(${hashes}::text[])
      and file_kind = 'legacy file'
    order by id`.execute(trx)
  return rows
}

/** Whether what the level's own files say may be about one level. A file that did not arrive says nothing. */
function canBeOneLevel(stored: LegacyGame, { facts }: GameToStore): boolean {
  const hash = hashSummary(facts)
  if (hash !== null && stored.summaryHash !== null) {
    return hash === stored.summaryHash
  }
  return (
    areCompatible(stored.level, facts.level) && areCompatible(stored.levelPassed, facts.levelPassed)
  )
}

const areCompatible = <T>(one: T | null, other: T | null) =>
  one === null || other === null || one === other

/** The hash of what a legacy level's own file says; null without that file. */
export function hashSummary({ summaryContent }: Game): string | null {
  return summaryContent && contentHash(summaryContent)
}

/** A key for each legacy game that is stored: its hash, with a number after it if other games have the same. */
export async function makeLegacyKeys(trx: Db, { channelId, games }: Params): Promise<string[]> {
  const used = new Set((await findAlike(trx, { channelId, games })).map(keyOf))
  return games.map(({ facts: { mode }, hash }) => {
    let key = hash
    for (let number = 2; used.has(`${mode} ${key}`); number += 1) {
      key = `${hash} ${number}`
    }
    used.add(`${mode} ${key}`)
    return key
  })
}

const keyOf = ({ mode, key }: StoredGame) => `${mode} ${key}`

interface NearGame extends StoredGame {
  /** See `hashResults`. */
  resultsHash: string
}

const FILE_KINDS = ['game file', 'legacy file', 'day log'] as const

/**
 * The channel's games that came from another kind of file and may be one of these; each is listed once. They are found
 * by time slots, or without a time by what else they have in common, with one text per game, for which PostgreSQL makes
 * a hash table. With a join it might compare every game with every other, because new games are in no statistics.
 */
async function findNear(trx: Db, { channelId, games }: Params): Promise<NearGame[]> {
  const atTimes = new Set<string>()
  const untimed = new Set<string>()
  const atAnyTime = new Set<string>()
  for (const { facts, givenFinish } of games) {
    for (const fileKind of FILE_KINDS.filter((other) => other !== facts.fileKind)) {
      const game = [fileKind, facts.mode, facts.playerCount].join(' ')
      untimed.add(game)
      if (givenFinish === null) {
        atAnyTime.add(game)
        continue
      }
      const own = Math.floor(givenFinish.getTime() / SAME_FINISH_MS)
      for (const slot of [own - 1, own, own + 1]) {
        atTimes.add(`${game} ${slot}`)
      }
    }
  }
  const finishes = games
    .flatMap(({ givenFinish }) => givenFinish?.getTime() ?? [])
    .toSorted((a, b) => a - b)
  const since = new Date((finishes.at(0) ?? 0) - SAME_FINISH_MS)
  const until = new Date((finishes.at(-1) ?? 0) + SAME_FINISH_MS)
  const { rows } = await sql<NearGame>`
    with described as (
      select *, concat_ws(' ', file_kind, mode, player_count) as description,
        floor(extract(epoch from given_finish) * 1000 / ${SAME_FINISH_MS})::integer as slot
      from games
      where channel_id = ${channelId} and (
        given_finish between ${since} and ${until} or given_finish is null
        or ${atAnyTime.size > 0}::boolean
      )
    )
    select ${STORED}, (
        select encode(sha256(convert_to(
          string_agg(line, E'\n\n' order by line collate "C"), 'UTF8')), 'hex')
        from game_results as result
        join racers as racer on racer.id = result.racer_id
        cross join lateral concat_ws(E'\n', racer.login, racer.platform, coalesce(position::text, ''),
          coalesce(points, 0), eliminated::text, coalesce(kills, 0), coalesce(damage, 0)) as line
        where result.channel_id = game.channel_id and result.season = game.season
          and result.game_id = game.id
      ) as "resultsHash"
    from described as game
    where concat_ws(' ', description, slot) = any(${[...atTimes]}::text[])
      or given_finish is null and description = any(${[...untimed]}::text[])
      or description = any(${[...atAnyTime]}::text[])`.execute(trx)
  return rows
}

/** The same hash as the query above computes from stored results. */
function hashResults(results: readonly ResultLine[]): string {
  return contentHash(results.map(writeResultLine).toSorted(compareCodePoints).join('\n\n'))
}
