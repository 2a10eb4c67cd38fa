/** Organisers put rows of a league into its divisions, and take them out. */

import type { BodyOf } from '@rollcall/contract/endpoint'
import {
  listDivisionMembers,
  moveDivisionMembers,
  putIntoDivision,
} from '@rollcall/contract/leagues-divisions'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import type { Viewer } from '../../../rights/roles.ts'
import { type Actor, actorOf, recordUnlessOwner } from '../../../site/audit-log.ts'
import { lockSeries } from '../../locks.ts'
import { listSeriesTopics } from '../../queries.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import { EMPTY, type LeagueTables } from '../kept-tables.ts'
import { listRounds } from '../rounds.ts'
import { findSeenRow } from '../stored-rows.ts'
import { findAskedTable, listDivisions } from './divided.ts'
import { findNamed } from './find-named.ts'
import { pageOfMembers } from './list-members.ts'
import { findOwners, type Moved, moveRows } from './members.ts'

type Context = AppContext & { tables: LeagueTables }

export function serveFillDivisions(serve: Serve, context: Context): void {
  servePutIntoDivision(serve, context)
  serveMoveMembers(serve, context)
  serveListMembers(serve, context)
}

function servePutIntoDivision(serve: Serve, context: Context): void {
  const { changes, now } = context
  serve(putIntoDivision, async (call) => {
    const { caller, params, body } = call
    const league = await findEdited(context, { seriesId: params.id, viewer: caller })
    if (league === null) {
      return UNAUTHORIZED
    }
    const { owners, problems } = await findAsked(context, league, body)
    return changes.transaction(async (trx) => {
      const moved = await move(trx, {
        ...{ seriesId: params.id, viewer: caller, actor: actorOf(call, now()) },
        ...{ divisionId: params.divisionId, table: league.table, now: now() },
        findRows: async () => owners,
      })
      return moved === null ? UNAUTHORIZED : { moved, problems }
    })
  })
}

function serveMoveMembers(serve: Serve, context: Context): void {
  const { changes, now } = context
  serve(moveDivisionMembers, async (call) => {
    const { caller, params, body } = call
    const league = await findEdited(context, { seriesId: params.id, viewer: caller })
    if (league === null) {
      return UNAUTHORIZED
    }
    const { table } = league
    return changes.transaction(async (trx) => {
      const moved = await move(trx, {
        ...{ seriesId: params.id, viewer: caller, actor: actorOf(call, now()) },
        ...{ divisionId: body.division, table, now: now() },
        findRows: () => findOwners(trx, { seriesId: params.id, ids: body.members, table }),
      })
      return moved === null ? UNAUTHORIZED : { moved }
    })
  })
}

function serveListMembers(serve: Serve, context: Context): void {
  const { db } = context
  serve(listDivisionMembers, async ({ caller, params, query }) => {
    const league = await findEdited(context, { seriesId: params.id, viewer: caller })
    if (league === null) {
      return UNAUTHORIZED
    }
    await refuseUnknown(db, { seriesId: params.id, divisionId: params.divisionId })
    return pageOfMembers(db, league, { ...query, divisionId: params.divisionId })
  })
}

interface Edited {
  seriesId: number
  rules: Awaited<ReturnType<typeof findLeague>>['rules']
  table: Awaited<ReturnType<LeagueTables['get']>>
}

/** null: the viewer may not edit the league. */
async function findEdited(
  { db, now, tables }: Context,
  asked: { seriesId: number; viewer: Viewer },
): Promise<Edited | null> {
  const { seriesId } = asked
  const { rules, canEdit } = await findLeague(db, asked)
  if (!canEdit) {
    return null
  }
  const rounds = await listRounds(db, { seriesId, now: now() })
  return { seriesId, rules, table: rules === null ? EMPTY : await tables.get(rules, rounds) }
}

async function findAsked(
  context: Context,
  { seriesId, rules, table }: Edited,
  body: BodyOf<typeof putIntoDivision>,
) {
  const { db } = context
  if ('names' in body) {
    return findNamed(context, table, body.names)
  }
  const asked = { division: body.table ?? undefined }
  const shown =
    rules === null ? { table } : await findAskedTable(db, { seriesId, rules, table }, asked)
  return { owners: [await findSeenRow(db, shown.table, body.row)], problems: [] }
}

interface Move extends Omit<Parameters<typeof moveRows>[1], 'rows'> {
  viewer: Viewer
  actor: Actor
  findRows: () => Promise<Parameters<typeof moveRows>[1]['rows']>
}

/** null: the viewer may not edit the league any more. */
async function move(
  trx: Db,
  { viewer, actor, findRows, ...moving }: Move,
): Promise<Moved[] | null> {
  const { seriesId, divisionId } = moving
  const series = await lockSeries(trx, { seriesId, act: 'edit', viewer })
  if (series === null) {
    return null
  }
  const name = divisionId === null ? '' : await refuseUnknown(trx, { seriesId, divisionId })
  const moved = await moveRows(trx, { ...moving, rows: await findRows() })
  announce(trx, await listSeriesTopics(trx, seriesId))
  await recordUnlessOwner(trx, actor, {
    ownerId: series.ownerId,
    act: divisionId === null ? 'division-members-removed' : 'division-filled',
    facts: {
      ...{ number: String(series.id), series: series.name, count: moved.length },
      ...(divisionId !== null && { division: name }),
    },
  })
  return moved
}

/** @returns its name */
async function refuseUnknown(
  db: Db,
  { seriesId, divisionId }: { seriesId: number; divisionId: number },
): Promise<string> {
  const division = (await listDivisions(db, seriesId)).find(({ id }) => id === divisionId)
  if (division === undefined) {
    throw new ApiError('no_such_division')
  }
  return division.name
}
