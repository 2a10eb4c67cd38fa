import {
  disqualify,
  listDisqualified,
  takeBackDisqualification,
} from '@rollcall/contract/leagues-disqualified'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { listDisqualifications, storeDisqualification } from './disqualifications.ts'
import { findLeague } from './find-league.ts'
import { EMPTY, type LeagueTables } from './kept-tables.ts'
import { listRounds } from './rounds.ts'
import { chooseRow, findSeenRow } from './stored-rows.ts'
import { labelsOf } from './table.ts'

type Context = AppContext & { tables: LeagueTables }

/** Disqualifies somebody from a whole league, says who is, and takes that back. */
export function serveDisqualify(serve: Serve, context: Context): void {
  const { db, changes, now } = context

  serve(listDisqualified, async ({ caller, params }) => {
    const seriesId = params.id
    const { rules, canEdit } = await findLeague(db, { seriesId, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    return { disqualified: await describe(context, { seriesId, rules }) }
  })

  serve(disqualify, async (call) => {
    const { caller, params, body } = call
    const seriesId = params.id
    const { rules, canEdit } = await findLeague(db, { seriesId, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const owner = await findSeenRow(db, await readTable(context, { seriesId, rules }), body.row)
    return changes.transaction(async (trx) => {
      const series = await lockSeries(trx, { seriesId, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { reason, note } = body
      const id = await storeDisqualification(trx, {
        ...{ seriesId, owner, reason, note, authorId: caller.userId, now: now() },
      })
      announce(trx, await listSeriesTopics(trx, seriesId))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'row-disqualified',
        facts: { number: String(series.id), series: series.name, why: reason },
      })
      return { status: 'success' as const, id }
    })
  })

  serveTakeBack(serve, context)
}

function serveTakeBack(serve: Serve, { changes, now }: Context): void {
  serve(takeBackDisqualification, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { numDeletedRows } = await trx
        .deleteFrom('league_disqualifications')
        .where('id', '=', params.disqualifiedId)
        .where('series_id', '=', series.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) {
        throw new ApiError('not_disqualified')
      }
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'row-qualified-again',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}

type League = { seriesId: number } & Pick<Awaited<ReturnType<typeof findLeague>>, 'rules'>

async function readTable({ db, now, tables }: Context, { seriesId, rules }: League) {
  const rounds = await listRounds(db, { seriesId, now: now() })
  return rules === null ? EMPTY : tables.get(rules, rounds)
}

async function describe(context: Context, league: League) {
  const { db } = context
  const { owners } = await readTable(context, league)
  const entries = (await listDisqualifications(db, league.seriesId)).map(
    ({ choices, ...entry }) => ({ ...entry, ...chooseRow(choices, owners) }),
  )
  const labels = await labelsOf(
    db,
    entries.map(({ row }) => row),
    new Map(entries.map(({ row, owner }) => [row, owner])),
  )
  return entries.map(({ id, row, reason, note, author, at }) => ({
    ...{ id, ...(labels.get(row) ?? { racer_name: '' }), reason, note },
    ...{ by: author, at: at.toISOString(), isWaiting: !owners.has(row) },
  }))
}
