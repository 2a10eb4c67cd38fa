/** Creators and admins delete events and series, with everything that is in them; games and receipts stay. */
import { deleteEvent, deleteEventSeries } from '@rollcall/contract/events-series'
import type { NotNull } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Topic } from '../../changes/topics.ts'
import type { Db } from '../../database/schema.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { announceHeldGames } from './held-games.ts'
import { findEvent } from './queries.ts'
import { noSuchEvent, UNAUTHORIZED } from './refusals.ts'
import { lockSeries } from './series-events.ts'

const DONE = { status: 'success' } as const

export function serveDeletion(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller } = call
      const { id } = call.params
      const deleted = await trx
        .selectFrom('events as event')
        .innerJoin('users as creator', 'creator.id', 'event.created_by')
        .select(['event.name', 'event.created_by as createdBy', 'creator.username'])
        .where('event.id', '=', id)
        .$if(!caller.isAdmin, (query) => query.where('event.created_by', '=', caller.userId))
        .forUpdate('event')
        .executeTakeFirst()
      if (deleted === undefined) {
        if ((await findEvent(trx, id)) === null) {
          throw noSuchEvent()
        }
        return UNAUTHORIZED
      }
      await announce(trx, await listUploaders(trx, { 'event.id': id }))
      await announceHeldGames(trx, id)
      await trx.deleteFrom('events').where('id', '=', id).execute()
      if (deleted.createdBy !== caller.userId) {
        await recordAct(trx, actorOf(call, now()), {
          act: 'event-deleted',
          summary: `Deleted the event ${deleted.name} of ${deleted.username}.`,
          details: { number: String(id) },
        })
      }
      return DONE
    }),
  )

  serve(deleteEventSeries, (call) =>
    changes.transaction(async (trx) => {
      const { caller } = call
      const { id } = call.params
      const series = await lockSeries(trx, { seriesId: id, asker: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const uploaders = await listUploaders(trx, { 'event.series_id': id })
      const events = await trx
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', id)
        .execute()
      await announceHeldGames(trx, ...events.map((event) => event.id))
      await trx.deleteFrom('events').where('series_id', '=', id).execute()
      await trx.deleteFrom('event_series').where('id', '=', id).execute()
      await announce(trx, uploaders)
      if (series.createdBy !== caller.userId) {
        const { username } = await trx
          .selectFrom('users')
          .select('username')
          .where('id', '=', series.createdBy)
          .executeTakeFirstOrThrow()
        await recordAct(trx, actorOf(call, now()), {
          act: 'series-deleted',
          summary: `Deleted the series ${series.name} of ${username} with its events.`,
          details: {
            number: String(id),
            events: events.map((event) => event.id).join(', '),
          },
        })
      }
      return DONE
    }),
  )
}

/** Those who can no longer take back what they uploaded for it. */
async function listUploaders(
  trx: Db,
  of: { 'event.id': number } | { 'event.series_id': number },
): Promise<Topic[]> {
  const rows = await trx
    .selectFrom('event_snapshots as stored')
    .innerJoin('events as event', 'event.id', 'stored.event_id')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .select('channel.user_id as userId')
    .distinct()
    .where(({ and }) => and(of))
    .where('channel.user_id', 'is not', null)
    .$narrowType<{ userId: NotNull }>()
    .execute()
  return rows.map(({ userId }) => `uploads:${userId}` as const)
}
