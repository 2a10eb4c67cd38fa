/** A channel's games, the maps that they were on, and the fastest finishes there: docs/scoring.md, Maps. */
import type { ChannelGames, ChannelMap } from '@rollcall/contract/channels'
import type { Racer } from '@rollcall/scoring/racer'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { PublicChannel } from '../../domain/boards/find-channel.ts'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import { isOfOthers, ownsAt } from '../../domain/people/login-owners.ts'
import { labelOf, looksOf } from '../../domain/standings/racer-looks.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'

const LATEST_GAMES = 15
const MOST_MAPS = 10
/** Channels whose maps are remembered. */
const MOST_CACHED = 1_000

/** Without names, which are looked up for each answer. */
type StoredFastest = Omit<NonNullable<ChannelMap['fastest']>, 'racer'> &
  Racer & { isOfOthers: boolean }

interface StoredMap extends Omit<ChannelMap, 'fastest'> {
  fastest: StoredFastest | null
}

interface MapsOfChannel {
  maps: readonly StoredMap[]
  records: readonly StoredMap[]
}

export class GamesOfChannels {
  readonly #db: Db
  /** A channel's maps are counted once after each game, no matter how many people watch. */
  readonly #maps: CachedValues<MapsOfChannel>

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#maps = new CachedValues(changes, { maxSize: MOST_CACHED, measure: () => 1 })
  }

  async of(channel: PublicChannel): Promise<ChannelGames> {
    const { id, holds } = channel
    const db = this.#db
    const { maps, records } = await this.#maps.get({
      key: `${id} ${JSON.stringify(holds)}`,
      // Any channel may beat a record.
      tags: ['games', 'logins'],
      load: () => findMaps(db, channel),
    })
    return {
      latest: await listLatestGames(db, {
        which: sql<boolean>`game.channel_id = ${id}`,
        holds,
        limit: LATEST_GAMES,
        names: 'here',
      }),
      maps: await nameRacers(db, { channelId: id, maps }),
      records: await nameRacers(db, { channelId: id, maps: records }),
    }
  }
}

async function findMaps(
  db: Db,
  { id, holds }: Pick<PublicChannel, 'id' | 'holds'>,
): Promise<MapsOfChannel> {
  const { rows } = await sql<StoredMap & { isRecord: boolean }>`
    with played as (
      select game.map_id, count(*) as plays
      from games as game
      where game.channel_id = ${id} and game.map_id is not null and ${isPublicGame(holds)}
      group by game.map_id
    ),
    timed as (
      select played.*, fastest.id as game_id, fastest.season, fastest.fastest_us, fastest.finished_at,
        row_number() over (order by plays desc, played.map_id) as number,
        coalesce(fastest.id = (
          select game.id from games as game
          where game.map_id = played.map_id and game.fastest_us is not null and ${isPublicGame(holds)}
          order by game.fastest_us, game.finished_at, game.id
          limit 1
        ), false) as is_record
      from played
      left join lateral (
        select game.id, game.season, game.fastest_us, game.finished_at from games as game
        where game.map_id = played.map_id and game.channel_id = ${id}
          and game.fastest_us is not null and ${isPublicGame(holds)}
        order by game.fastest_us, game.finished_at, game.id
        limit 1
      ) as fastest on true
    )
    select map.id, map.name, map.creator, timed.plays, timed.is_record as "isRecord",
      case when first.login is not null then json_build_object(
        'seconds', timed.fastest_us / 1000000.0, 'gameId', timed.game_id,
        'finishedAt', timed.finished_at, 'platform', first.platform, 'login', first.login,
        'isOfOthers', first.is_of_others
      ) end as fastest
    from timed
    join maps as map on map.id = timed.map_id
    left join lateral (
      select racer.platform, racer.login,
        ${isOfOthers('racer', ownsAt('period', sql`timed.finished_at`))} as is_of_others
      from game_results as result
      join racers as racer on racer.id = result.racer_id
      where result.channel_id = ${id} and result.season = timed.season
        and result.game_id = timed.game_id and not result.eliminated
        and result.time_us = timed.fastest_us
      order by result.position
      limit 1
    ) as first on true
    where timed.number <= ${MOST_MAPS} or timed.is_record
    order by timed.number`.execute(db)
  const records = rows.flatMap(({ isRecord, ...map }) => (isRecord ? map : []))
  return {
    maps: rows.slice(0, MOST_MAPS).map(({ isRecord: _, ...map }) => map),
    records: records.toSorted(byLatestRecord).slice(0, MOST_MAPS),
  }
}

const byLatestRecord = (a: StoredMap, b: StoredMap) =>
  compareCodePoints(b.fastest?.finishedAt ?? '', a.fastest?.finishedAt ?? '')

async function nameRacers(
  db: Db,
  { channelId, maps }: { channelId: number; maps: readonly StoredMap[] },
): Promise<ChannelMap[]> {
  const racers = maps.flatMap(({ id, fastest }) =>
    fastest === null ? [] : { ...fastest, mapId: id },
  )
  const looks = await looksOf(db, { channelId, racers })
  const byMap = new Map(
    looks.map(({ mapId, seconds, gameId, finishedAt, ...look }) => [
      mapId,
      { seconds, gameId, finishedAt: new Date(finishedAt).toISOString(), racer: labelOf(look) },
    ]),
  )
  return maps.map((map) => ({ ...map, fastest: byMap.get(map.id) ?? null }))
}
