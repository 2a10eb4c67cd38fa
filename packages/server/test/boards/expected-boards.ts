/** Recomputes the boards of an event in the plainest way from stored games and snapshots. */
import type { BoardRow, ExplainedRow } from '@rollcall/scoring/board-row'
import { readConfiguration } from '@rollcall/scoring/configuration'
import { uploadedTerm } from '@rollcall/scoring/explanation'
import type { CountedGame } from '@rollcall/scoring/games'
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import { racerKey, racerName } from '@rollcall/scoring/racer'
import { type Ranked, rankRows } from '@rollcall/scoring/ranking'
import { GameScoring } from '@rollcall/scoring/score-games'
import type { Db } from '../../src/platform/database/schema.ts'

export interface ExpectedBoards {
  streamers: { userId: number; source: string; rows: Ranked<BoardRow>[] }[]
  all: Ranked<BoardRow>[]
}

export async function expectedBoards(db: Db, eventId: number): Promise<ExpectedBoards> {
  const event = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const versions = await db
    .selectFrom('leaderboard_configuration_versions')
    .selectAll()
    .where('configuration_id', '=', event.configuration_id)
    .orderBy('version')
    .execute()
  const configuration = readConfiguration(versions.at(-1)?.config)
  const { gameModes } = configuration
  const isCounted = {
    race: gameModes.racing,
    royale: gameModes.battleRoyale,
    tilt: gameModes.tilted,
  }
  const channels = await db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .innerJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .select([
      'streamer.id as userId',
      'channel.id as channelId',
      'channel.handed_over_at as handedOverAt',
    ])
    .where('participant.event_id', '=', eventId)
    .orderBy('streamer.login')
    .execute()
  const boards: { userId: number; source: string; rows: ExplainedRow[] }[] = []
  for (const { userId, channelId, handedOverAt } of channels) {
    const uploaded = await uploadedRows(db, { eventId, channelId })
    const games = (await allGames(db, channelId)).filter(
      ({ finishedAt, isRankable, game }) =>
        finishedAt >= event.starts_at &&
        finishedAt < event.ends_at &&
        isRankable &&
        isCounted[game.mode] &&
        (uploaded === null || (handedOverAt !== null && finishedAt >= handedOverAt)),
    )
    const scoring = new GameScoring(configuration)
    for (const { game } of games) scoring.add(game)
    const before = uploaded ?? new Map<string, ExplainedRow>()
    const rows = new Map(before)
    for (const { racer, row } of scoring.rows(before)) rows.set(racerKey(racer), row)
    const hasGames = games.length > 0
    if (uploaded !== null || hasGames) {
      const source = uploaded === null ? 'games' : hasGames ? 'handover' : 'snapshot'
      boards.push({ userId, source, rows: [...rows.values()] })
    }
  }
  return {
    streamers: boards.map((board) => ({ ...board, rows: rankRows(board.rows) })),
    all: rankRows(mergeBoards(boards.map(({ rows }) => rows))),
  }
}

async function uploadedRows(
  db: Db,
  { eventId, channelId }: { eventId: number; channelId: number },
): Promise<Map<string, ExplainedRow> | null> {
  const standing = await db
    .selectFrom('event_standings')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('event_racers as row')
    .innerJoin('racers as racer', 'racer.id', 'row.racer_id')
    .selectAll('row')
    .select(['racer.platform', 'racer.login'])
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .execute()
  const explained = rows.map((row): [string, ExplainedRow] => [
    racerKey(row),
    {
      racer_name: racerName(row),
      event_points: row.event_points,
      race_points: row.race_points,
      race_wins: row.race_wins ?? 0,
      race_races: row.race_games ?? 0,
      race_hs: null,
      br_points: row.royale_points,
      br_wins: row.royale_wins ?? 0,
      br_races: row.royale_games ?? 0,
      br_hs: null,
      kills: row.kills,
      eliminations: row.eliminations,
      crown_wins: row.crown_wins ?? 0,
      terms: [uploadedTerm(row.event_points)],
    },
  ])
  return standing === undefined ? null : new Map(explained)
}

async function allGames(db: Db, channelId: number) {
  const games = await db
    .selectFrom('games')
    .selectAll()
    .where('channel_id', '=', channelId)
    .execute()
  const results = await db
    .selectFrom('game_results as result')
    .innerJoin('racers as racer', 'racer.id', 'result.racer_id')
    .selectAll('result')
    .select(['racer.platform', 'racer.login'])
    .where('channel_id', '=', channelId)
    .execute()
  const hits = await db
    .selectFrom('checkpoint_hits as hit')
    .innerJoin('racers as racer', 'racer.id', 'hit.racer_id')
    .selectAll('hit')
    .select(['racer.platform', 'racer.login'])
    .where('channel_id', '=', channelId)
    .execute()
  return games.map(({ id, mode, player_count, finished_at, is_rankable }) => ({
    finishedAt: finished_at,
    isRankable: is_rankable,
    game: {
      mode,
      playerCount: player_count,
      results: results
        .filter(({ game_id }) => game_id === id)
        .map(({ is_top_tiltee, ...result }) => ({ ...result, isTopTiltee: is_top_tiltee })),
      checkpointHits: hits.filter(({ game_id }) => game_id === id),
    } satisfies CountedGame,
  }))
}
