/** The games that gave somebody the points of a channel in a round. */
import { type CellPart, MOST_CELL_GAMES } from '@rollcall/contract/league-cells'
import type { CheckpointHit, GameResult } from '@rollcall/scoring/games'
import { addPoints } from '@rollcall/scoring/points'
import { scoreGames } from '@rollcall/scoring/score-games'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { MAP_LABEL } from '../../standings/channel-labels.ts'
import { findHandover } from '../../standings/season-totals.ts'
import { findHeldGames, holdRows, isOfHold, selectHeldGames } from '../../visibility/held-games.ts'
import { findHolds } from '../../visibility/public-games.ts'
import type { StreamerBoard } from '../boards/event-boards.ts'
import { countedGames } from '../boards/event-games.ts'
import { findEventToScore } from '../event-to-score.ts'

type Games = { games: NonNullable<CellPart['games']> } & Pick<CellPart, 'further'>

export const NO_GAMES: Games = { games: [], further: { count: 0, points: 0 } }

interface Asked {
  channelId: number
  racerIds: readonly number[]
  /** A snapshot has no single games. */
  source: StreamerBoard['source']
}

type StoredGame = Omit<
  Games['games'][number],
  'finishedAt' | 'place' | 'isEliminated' | 'points'
> & {
  finishedAt: Date
  playerCount: number
  hits: number
  result: GameResult
}

/** By channel. Games that some sealed event holds are never listed. */
export async function listCellGames(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, Games>> {
  const event = await findEventToScore(db, eventId)
  const found = new Map<number, Games>()
  if (event === null) return found
  const held = await findHeldGames(db, { eventId, now })
  const holds = await findHolds(db, now)
  for (const { channelId, racerIds, source } of asked) {
    if (source === 'snapshot') continue
    const handedOverAt = source === 'handover' ? await findHandover(db, channelId) : null
    const startsAt =
      handedOverAt !== null && handedOverAt > event.startsAt ? handedOverAt : event.startsAt
    const counted = countedGames({ ...event, startsAt }, selectHeldGames(held, channelId))
    const { rows } = await sql<StoredGame>`
      select game.id, game.mode, game.finished_at as "finishedAt", game.level,
        ${MAP_LABEL} as map, game.is_rankable as "isPublic", game.player_count as "playerCount",
        json_build_object('platform', racer.platform, 'login', racer.login,
          'position', result.position, 'points', result.points, 'eliminated', result.eliminated,
          'kills', result.kills, 'damage', result.damage, 'isTopTiltee', result.is_top_tiltee
        ) as result,
        (
          select count(*) from checkpoint_hits as hit
          where hit.channel_id = game.channel_id and hit.season = game.season
            and hit.game_id = game.id and hit.racer_id = result.racer_id
        ) as hits
      from games as game
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
        and result.racer_id = any(${racerIds}::integer[])
      join racers as racer on racer.id = result.racer_id
      left join maps as map on map.id = game.map_id
      where game.channel_id = ${channelId} and ${counted}
        and not exists (select from ${holdRows(holds)} where ${isOfHold})
      order by game.finished_at, game.id, racer.id`.execute(db)
    found.set(channelId, bounded(rows.map((game) => toGame(event.configuration, game))))
  }
  return found
}

function toGame(
  configuration: Parameters<typeof scoreGames>[0]['configuration'],
  { finishedAt, playerCount, hits, result, ...game }: StoredGame,
): Games['games'][number] {
  const hit: CheckpointHit = { platform: result.platform, login: result.login, number: 1 }
  const checkpointHits = Array.from({ length: hits }, () => hit)
  const counted = { mode: game.mode, playerCount, results: [result], checkpointHits }
  const [row] = scoreGames({ configuration, games: [counted] })
  return {
    ...game,
    finishedAt: finishedAt.toISOString(),
    place: result.position,
    isEliminated: result.eliminated,
    points: row?.event_points ?? 0,
  }
}

const bounded = (games: Games['games']): Games => {
  const further = games.slice(MOST_CELL_GAMES)
  return {
    games: games.slice(0, MOST_CELL_GAMES),
    further: {
      count: further.length,
      points: further.map(({ points }) => points).reduce(addPoints, 0),
    },
  }
}
