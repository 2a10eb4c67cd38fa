import {
  explainLeagueCell,
  explainPublicLeagueCell,
  listLeagueGames,
  MOST_GAMES_OFFERED,
} from '@rollcall/contract/league-cells'
import { hasCounted } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listLatestGames } from '../../boards/game-lines.ts'
import { userNames } from '../../people/user-names.ts'
import { findHolds } from '../../visibility/public-games.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findAskedTable } from './divisions/divided.ts'
import { explainCell } from './explain-cell.ts'
import { findLeague } from './find-league.ts'
import type { LeagueTables } from './kept-tables.ts'
import { publicGames } from './named-game.ts'
import type { PublicLeagues } from './public-leagues.ts'
import { listRounds } from './rounds.ts'

/** Serves where the results of a table come from. */
export function serveLeagueCells(
  serve: Serve,
  context: AppContext & { boards: EventBoards },
  { tables, leagues }: { tables: LeagueTables; leagues: PublicLeagues },
): void {
  const { db, boards, now } = context

  serve(explainPublicLeagueCell, async ({ params, query, caller }) => {
    const { id, rules, ...league } = await leagues.get(params.token)
    const asked = { seriesId: id, rules, table: league.table }
    const { table } = await findAskedTable(db, asked, query)
    return explainCell(
      { db, boards, now: now() },
      { rules, table, everybody: league.table, query, readerId: caller?.userId ?? null },
    )
  })

  serve(explainLeagueCell, async ({ params, query, caller }) => {
    const { rules, maySee } = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!maySee) {
      return UNAUTHORIZED
    }
    if (rules === null) {
      throw new ApiError('no_such_round')
    }
    const seriesId = params.id
    const all = await tables.get(rules, await listRounds(db, { seriesId, now: now() }))
    const { table } = await findAskedTable(db, { seriesId, rules, table: all }, query)
    return explainCell(
      { db, boards, now: now() },
      { rules, table, everybody: all, query, readerId: caller.userId },
    )
  })

  serve(listLeagueGames, async ({ params, query, caller }) => {
    const { canEdit } = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const counting = rounds.filter(hasCounted).map(({ eventId }) => eventId)
    return {
      rounds: counting,
      games: counting.includes(query.round ?? 0)
        ? await listGames(db, { eventId: query.round ?? 0, now: now() })
        : [],
      withoutGames: await listWithoutGames(db, counting),
    }
  })
}

async function listGames(db: Db, event: { eventId: number; now: Date }) {
  const games = await publicGames(db, event)
  return listLatestGames(db, {
    which: sql<boolean>`game.mode <> 'tilt' and game.id in (select id from ${games} as own)`,
    holds: await findHolds(db, event.now),
    limit: MOST_GAMES_OFFERED,
    names: 'anywhere',
  })
}

/** The streamers whose results of a round are in a snapshot. */
async function listWithoutGames(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ eventId: number; streamers: { username: string }[] }>`
    select snapshot.event_id as "eventId",
      json_agg(${userNames('streamer')} order by streamer.login) as streamers
    from event_standings as snapshot
    join channels as channel on channel.id = snapshot.channel_id
    join users as streamer on streamer.id = channel.user_id
    join event_participants as participant
      on participant.event_id = snapshot.event_id and participant.user_id = streamer.id
    where snapshot.event_id = any(${eventIds}::integer[])
    group by snapshot.event_id
    order by snapshot.event_id`.execute(db)
  return rows
}
