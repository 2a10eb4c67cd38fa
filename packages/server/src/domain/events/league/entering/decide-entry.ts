/** Organisers let streamers into a league, decline them, and end entries. */
import { confirmEntry, type EntryKind, removeEntry } from '@rollcall/contract/league-entering'
import type { AuditAct } from '@rollcall/contract/words/audit-log'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { type Actor, actorOf, recordUnlessOwner } from '../../../site/audit-log.ts'
import { lockSeries } from '../../locks.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { allowToAdd } from '../../save-event.ts'
import { addEntrants, endEntries, findEntrantsToAdd, takeOutOfRounds } from './entrants.ts'

/** The streamer takes part in all rounds that have not opened; entering was their agreement. */
export function serveConfirmEntry(serve: Serve, context: AppContext): void {
  const { changes, now } = context
  serve(confirmEntry, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { userId, isEntered } = await findEntry(trx, params)
      if (isEntered) {
        return { status: 'success' as const }
      }
      await trx
        .updateTable('league_entries')
        .set({ entered_at: now() })
        .where('id', '=', params.entryId)
        .execute()
      // They come back, if they have left.
      await sql`
        delete from left_series where user_id = ${userId} and series_id = ${series.id}`.execute(trx)
      const rounds = { seriesId: series.id, userId, now: now() }
      await allowToAdd(context, trx, {
        ...{ askerId: caller.userId, organiserId: series.ownerId, userIds: [userId] },
        added: { events: 0, participants: (await findEntrantsToAdd(trx, rounds)).length },
      })
      await addEntrants(trx, rounds)
      await recordOnEntry(trx, actorOf(call, now()), { series, userId, act: 'entry-confirmed' })
      return { status: 'success' as const }
    }),
  )
}

export function serveRemoveEntry(serve: Serve, { changes, now }: AppContext): void {
  serve(removeEntry, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { userId, kind, isEntered } = await findEntry(trx, params)
      const which = sql<boolean>`entry.id = ${params.entryId}`
      await endEntries(trx, { userId, now: now(), which })
      if (kind === 'streamer' && isEntered) {
        await takeOutOfRounds(trx, {
          ...{ seriesId: series.id, userId, now: now(), hasLeft: false },
        })
      }
      await recordOnEntry(trx, actorOf(call, now()), { series, userId, act: 'entry-removed' })
      return { status: 'success' as const }
    }),
  )
}

/** @throws {ApiError} if it is not one of the league's, or has ended */
async function findEntry(
  trx: Db,
  { id, entryId }: { id: number; entryId: number },
): Promise<{ userId: number; kind: EntryKind; isEntered: boolean }> {
  const entry = await trx
    .selectFrom('league_entries')
    .select([
      'user_id as userId',
      sql<EntryKind>`kind`.as('kind'),
      sql<boolean>`entered_at is not null`.as('isEntered'),
    ])
    .where('id', '=', entryId)
    .where('series_id', '=', id)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (entry === undefined) {
    throw new ApiError('no_such_entry')
  }
  return entry
}

async function recordOnEntry(
  trx: Db,
  actor: Actor,
  {
    series,
    userId,
    act,
  }: { series: { id: number; name: string; ownerId: number }; userId: number; act: AuditAct },
): Promise<void> {
  await recordUnlessOwner(trx, actor, {
    ownerId: series.ownerId,
    act,
    facts: { number: String(series.id), series: series.name, entrant: { user: userId } },
  })
}
