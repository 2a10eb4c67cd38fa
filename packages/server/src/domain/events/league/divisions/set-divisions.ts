/** Organisers name the divisions of a league. */
import type { BodyOf } from '@rollcall/contract/endpoint'
import { setDivisions } from '@rollcall/contract/leagues-divisions'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { actorOf, recordUnlessOwner } from '../../../site/audit-log.ts'
import { lockSeries } from '../../locks.ts'
import { listSeriesTopics } from '../../queries.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import { listDivisions } from './divided.ts'

export function serveSetDivisions(serve: Serve, { changes, now }: AppContext): void {
  serve(setDivisions, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const asked = { seriesId: params.id, viewer: caller }
      const series = await lockSeries(trx, { ...asked, act: 'edit' })
      if (series === null) {
        return UNAUTHORIZED
      }
      if ((await findLeague(trx, asked)).rules === null) {
        throw new ApiError('league_without_rules')
      }
      await storeDivisions(trx, series.id, body.divisions)
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'divisions-set',
        facts: {
          ...{ number: String(series.id), series: series.name },
          divisions: body.divisions.map(({ name }) => name).join(', '),
        },
      })
      return { status: 'success' as const }
    }),
  )
}

/**
 * Divisions that are not in the list go, with who was in them. The caller has locked the series.
 *
 * @returns the ids of those in the list
 */
export async function storeDivisions(
  trx: Db,
  seriesId: number,
  divisions: BodyOf<typeof setDivisions>['divisions'],
): Promise<number[]> {
  const known = new Set((await listDivisions(trx, seriesId)).map(({ id }) => id))
  const stay = divisions.flatMap(({ id }) => id ?? [])
  if (stay.some((id) => !known.delete(id))) {
    throw new ApiError('no_such_division')
  }
  await sql`delete from divisions where id = any(${[...known]}::integer[])`.execute(trx)
  const ids: number[] = []
  for (const [position, { id, name }] of divisions.entries()) {
    ids.push(await storeDivision(trx, { id, seriesId, name, position }))
  }
  return ids
}

async function storeDivision(
  trx: Db,
  {
    id,
    seriesId,
    name,
    position,
  }: { id: number | null; seriesId: number; name: string; position: number },
): Promise<number> {
  if (id !== null) {
    await trx.updateTable('divisions').set({ name, position }).where('id', '=', id).execute()
    return id
  }
  const added = await trx
    .insertInto('divisions')
    .values({ series_id: seriesId, name, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}
