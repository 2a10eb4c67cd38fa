/** The games of a round that prescribes them. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { listRoundGames, type Prescription } from '@rollcall/contract/leagues-prescribed'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import { findEventAccess } from '../../visibility/event-access.ts'
import { isHeldElsewhere } from '../../visibility/held-games.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findLeague } from './find-league.ts'
import { findRound } from './locked-round.ts'

type Channel = Extract<ResponseOf<typeof listRoundGames>, { channels: unknown }>['channels'][number]

export function serveRoundGames(serve: Serve, { db, now }: AppContext): void {
  serve(listRoundGames, async ({ caller, params }) => {
    const asked = { seriesId: params.id, eventId: params.eventId }
    const league = await findLeague(db, { ...asked, viewer: caller })
    if (!league.maySee) {
      return UNAUTHORIZED
    }
    const { eventId } = await findRound(db, { ...asked, now: now() })
    const access = await findEventAccess(db, { eventId, viewer: caller })
    // Games of a sealed round say who has played what.
    const seesAll = league.canEdit && access?.sees === 'everything'
    const { prescription } = await db
      .selectFrom('events')
      .select(sql<Prescription | null>`prescription`.as('prescription'))
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const reader = { userId: caller.userId, seesAll }
    const channels = await listChannels(db, { eventId, reader, now: now() })
    return { prescription, canSwap: seesAll, channels: prescription === null ? [] : channels }
  })
}

/** Their own games or, if they see everything, also those of others that no other event holds. */
async function listChannels(
  db: Db,
  {
    eventId,
    reader: { userId, seesAll },
    now,
  }: { eventId: number; reader: { userId: number; seesAll: boolean }; now: Date },
): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select ${userNames('streamer')} as streamer,
      (
        select coalesce(json_agg(json_build_object(
          'id', game.id, 'mode', game.mode, 'marbles', game.player_count,
          'finishedAt', ${IN_ISO},
          'map', case when map.id is not null then
            json_build_object('id', map.id, 'name', map.name, 'creator', map.creator)
          end,
          'refusal', decided.refusal, 'swapped', decided.swapped
        ) order by game.finished_at, game.id), '[]')
        from prescribed_games as decided
        join games as game on game.channel_id = channel.id and game.id = decided.game_id
        left join maps as map on map.id = game.map_id
        where decided.event_id = ${eventId} and decided.channel_id = channel.id
          and (streamer.id = ${userId} or not ${isHeldElsewhere(now)})
      ) as games
    from event_participants as participant
    join users as streamer on streamer.id = participant.user_id
    join channels as channel on channel.user_id = streamer.id
    where participant.event_id = ${eventId}
      and (${seesAll} or streamer.id = ${userId})
    order by lower(streamer.username), streamer.id`.execute(db)
  return rows
}

const IN_ISO = sql`to_char(game.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
