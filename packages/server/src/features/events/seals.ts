/** What streamers say to the seals of events that they take part in. The rule itself: held-games.ts. */
import {
  answerSeal,
  listSeals,
  openHeldGames,
  type SealAnswer,
} from '@rollcall/contract/events-seals'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { isCountedMode } from './counting-configuration.ts'
import * as held from './held-games.ts'

const DONE = { status: 'success' } as const

export function serveSeals(serve: Serve, { db, changes, now }: AppContext): void {
  serve(listSeals, async ({ caller: { userId } }) => {
    const seals = await listSealsOf(db, { userId, now: now() })
    return {
      seals: seals.map(
        ({ gameIds, startsAt, endsAt, organiser, id, name, startAt, endAt, ...seal }) => ({
          event: {
            ...{ id, name, startAt, endAt },
            ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
            organiser: { username: organiser },
          },
          ...seal,
          heldGames: gameIds.length,
        }),
      ),
      heldGames: new Set(seals.flatMap(({ gameIds }) => gameIds)).size,
    }
  })

  serve(answerSeal, ({ caller: { userId }, params, body }) =>
    changes.transaction(async (trx) => {
      const at = now()
      await lockParticipant(trx, { eventId: params.id, userId })
      const seals = await listSealsOf(trx, { userId, now: at })
      const seal = seals.find(({ id, isOwn }) => id === params.id && !isOwn)
      if (seal === undefined) {
        throw new ApiError('not_found', 'This event does not ask you to keep your results sealed.')
      }
      if (
        seal.startsAt.getTime() !== Date.parse(body.startsAt) ||
        seal.endsAt.getTime() !== Date.parse(body.endsAt)
      ) {
        throw new ApiError(
          'conflict',
          'The organiser has changed the days of this event. Look at them and answer again.',
        )
      }
      await held.answerSeal(trx, {
        ...{ eventId: params.id, userId, now: at },
        isAgreed: body.isAgreed,
      })
      return DONE
    }),
  )

  serve(openHeldGames, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      await held.openHeldGames(trx, { userId, now: now() })
      return DONE
    }),
  )
}

interface StoredSeal {
  id: number
  name: string
  startAt: string
  endAt: string
  startsAt: Date
  endsAt: Date
  organiser: string
  isOwn: boolean
  answer: SealAnswer | null
  isAsking: boolean
  gameIds: number[]
  sharesDaysWith: string[]
}

/** Of events whose show is not over, the unanswered ones first. */
async function listSealsOf(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<StoredSeal[]> {
  const { rows } = await sql<StoredSeal>`
    with sealed as (
      select event.*, mine.seal_answer, mine.held_times, show.opened_at
      from event_participants as mine
      join events as event on event.id = mine.event_id
      join shows as show on show.event_id = event.id
      where mine.user_id = ${userId} and ${held.isHolding(now)}
        and (event.ends_at > ${now} or not isempty(mine.held_times))
    )
    select
      event.id, event.name, event.first_day as "startAt", event.last_day as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt", organiser.username as organiser,
      event.created_by = ${userId} as "isOwn", event.seal_answer as answer,
      event.seal_answer is null and event.created_by <> ${userId} and event.ends_at > ${now}
        as "isAsking",
      array(
        select game.id from games as game
        join channels as channel on channel.id = game.channel_id
        where channel.user_id = ${userId}
          and game.is_rankable
          and game.finished_at >= event.starts_at
          and game.finished_at < event.ends_at
          and event.held_times @> game.finished_at
          and game.finished_at >= coalesce(event.opened_at, game.finished_at)
          and ${isCountedMode}
      ) as "gameIds",
      array(
        select other.name from sealed as other
        where other.id <> event.id
          and not isempty(other.held_times)
          and other.starts_at < event.ends_at and other.ends_at > event.starts_at
        order by other.starts_at, other.id
      ) as "sharesDaysWith"
    from sealed as event
    join users as organiser on organiser.id = event.created_by
    order by "isAsking" desc, event.starts_at, event.id`.execute(db)
  return rows
}

/** How many organisers wait for the streamer's answer. */
export async function countUnanswered(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from event_participants as mine
    join events as event on event.id = mine.event_id
    join shows as show on show.event_id = event.id
    where mine.user_id = ${userId}
      and mine.seal_answer is null
      and event.created_by <> ${userId}
      and event.ends_at > ${now}
      and ${held.isHolding(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function lockParticipant(
  trx: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<void> {
  await trx
    .selectFrom('event_participants')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .forUpdate()
    .execute()
}
