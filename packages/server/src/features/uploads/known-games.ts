/** Finds the games that a channel already has, regardless of the kind of file they came from. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import type { Game } from '@rollcall/formats/game-files'
import { type ResultLine, writeResultLine } from '@rollcall/formats/game-rows'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { contentHash } from './readers.ts'

export interface GameToStore {
  facts: Game
  /** The hash of its results. */
  hash: string
  season: number
  finishedAt: Date
}

export const gameKey = ({ facts, hash }: GameToStore): string => facts.gameKey ?? hash

/** How much the finishes of one game may differ between two kinds of file. */
export const SAME_FINISH_MS = 10 * MINUTE_MS

/**
 * `conflict`: another game has the same key. `completes`: the game was known from a day log, and now its own files have
 * arrived, which contain more.
 */
export interface KnownGame {
  kind: 'known' | 'conflict' | 'completes'
  id: number
  season: number
}

interface StoredGame {
  id: number
  season: number
  mode: string
  key: string
  hash: string
}

/** The known games, by their index in `games`. */
export async function findKnown(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<Map<number, KnownGame>> {
  const known = new Map<number, KnownGame>()
  const byKey = await findByKey(trx, { channelId, games })
  const near = Map.groupBy(
    await findNear(trx, { channelId, games }),
    ({ mode, resultsHash }) => `${mode} ${resultsHash}`,
  )
  for (const [index, game] of games.entries()) {
    const stored = byKey.get(`${game.facts.mode} ${gameKey(game)}`)
    if (stored !== undefined) {
      const { id, season } = stored
      known.set(index, { kind: stored.hash === game.hash ? 'known' : 'conflict', id, season })
      continue
    }
    // Usually there is nothing to compare with, and hashing takes long.
    const same =
      near.size === 0
        ? undefined
        : near.get(`${game.facts.mode} ${hashResults(game.facts.results)}`)
    const nearest = same && findNearest(game, same)
    if (nearest !== undefined) {
      const { id, season, fileKind } = nearest
      known.set(index, { kind: fileKind === 'day log' ? 'completes' : 'known', id, season })
    }
  }
  return known
}

async function findByKey(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<Map<string, StoredGame>> {
  const { rows } = await sql<StoredGame>`
    select id, season, mode, game_key as key, content_hash as hash
    from games
    where channel_id = ${channelId} and game_key = any(${games.map(gameKey)}::text[])`.execute(trx)
  return new Map(rows.map((stored) => [`${stored.mode} ${stored.key}`, stored]))
}

const FILE_KINDS = ['game file', 'legacy file', 'day log'] as const
type FileKind = (typeof FILE_KINDS)[number]

function findFileKind(game: GameToStore): FileKind {
  const key = gameKey(game)
  if (key.startsWith('log ')) {
    return 'day log'
  }
  return key === game.hash ? 'legacy file' : 'game file'
}

interface NearGame extends StoredGame {
  fileKind: FileKind
  finishedAt: Date
  /** See `hashResults`. */
  resultsHash: string
}

function findNearest(game: GameToStore, stored: readonly NearGame[]): NearGame | undefined {
  const fileKind = findFileKind(game)
  const finish = game.finishedAt.getTime()
  let nearest: NearGame | undefined
  let least = SAME_FINISH_MS
  for (const other of stored) {
    const apart = Math.abs(other.finishedAt.getTime() - finish)
    if (other.fileKind !== fileKind && apart <= least) {
      nearest = other
      least = apart
    }
  }
  return nearest
}

/**
 * The channel's games that came from another kind of file and may be one of these; each is listed once. They are found
 * by time slots, with one text per game, for which PostgreSQL makes a hash table. With a join it might compare every
 * game with every other, because new games are in no statistics.
 */
async function findNear(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<NearGame[]> {
  const wanted = new Set<string>()
  for (const game of games) {
    const own = Math.floor(game.finishedAt.getTime() / SAME_FINISH_MS)
    for (const fileKind of FILE_KINDS.filter((other) => other !== findFileKind(game))) {
      for (const slot of [own - 1, own, own + 1]) {
        wanted.add([fileKind, game.facts.mode, game.facts.playerCount, slot].join(' '))
      }
    }
  }
  const finishes = games.map(({ finishedAt }) => finishedAt.getTime()).toSorted((a, b) => a - b)
  const since = new Date((finishes.at(0) ?? 0) - SAME_FINISH_MS)
  const until = new Date((finishes.at(-1) ?? 0) + SAME_FINISH_MS)
  const { rows } = await sql<NearGame>`
    with slotted as (
      select *, case when game_key like 'log %' then 'day log'
          when game_key = content_hash then 'legacy file' else 'game file' end as "fileKind",
        floor(extract(epoch from finished_at) * 1000 / ${SAME_FINISH_MS})::integer as slot
      from games
      where channel_id = ${channelId} and finished_at between ${since} and ${until}
    )
    select game.id, game.season, game.mode, game.game_key as key, game.content_hash as hash,
      game."fileKind", game.finished_at as "finishedAt", (
        select encode(sha256(convert_to(
          string_agg(line, E'\n\n' order by line collate "C"), 'UTF8')), 'hex')
        from game_results as result
        join racers as racer on racer.id = result.racer_id
        cross join lateral concat_ws(E'\n', racer.login, racer.platform, coalesce(position::text, ''),
          coalesce(points, 0), eliminated::text, coalesce(kills, 0), coalesce(damage, 0)) as line
        where result.channel_id = game.channel_id and result.season = game.season
          and result.game_id = game.id
      ) as "resultsHash"
    from slotted as game
    where concat_ws(' ', "fileKind", mode, player_count, slot) = any(${[...wanted]}::text[])`.execute(
    trx,
  )
  return rows
}

/** The same hash as the query above computes from stored results. */
function hashResults(results: readonly ResultLine[]): string {
  return contentHash(results.map(writeResultLine).toSorted(compareCodePoints).join('\n\n'))
}
