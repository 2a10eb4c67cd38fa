/** Objections to rounds: docs/decisions/165-objections.md. */
import { listObjections, type Objection } from '@rollcall/contract/objections'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { eventRight } from '../../rights/event.ts'
import type { Viewer } from '../../rights/roles.ts'
import { seriesRight } from '../../rights/series.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findRound, type RoundParams } from './locked-round.ts'

export function serveListObjections(serve: Serve, { db, now }: AppContext): void {
  serve(listObjections, async ({ caller, params }) => {
    const { eventId } = params
    const { seriesId, ...rights } = await findObjectionRights(db, { eventId, viewer: caller })
    if (!rights.maySee) {
      return UNAUTHORIZED
    }
    const asked = { seriesId, eventId }
    const { objectionsUntil } = await findRound(db, { ...asked, now: now() })
    return {
      mayObject: rights.mayObject && objectionsUntil !== null && objectionsUntil > now(),
      mayDecide: rights.mayDecide,
      objections: await readObjections(db, {
        ...asked,
        viewer: caller,
        hasAll: rights.mayDecide,
      }),
    }
  })
}

/**
 * What somebody may do about objections to a round.
 *
 * @throws {ApiError} if there is no such round of a league
 */
export async function findObjectionRights(
  db: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<{ seriesId: number; maySee: boolean; mayObject: boolean; mayDecide: boolean }> {
  const mayObject = eventRight('object', viewer)
  const mayDecide = seriesRight('decide objections', viewer)
  const rights = await db
    .selectFrom('event_series as series')
    .innerJoin('events as event', 'event.series_id', 'series.id')
    .select([
      'series.id as seriesId',
      sql<boolean>`(${mayObject} or ${mayDecide})`.as('maySee'),
      mayObject.as('mayObject'),
      mayDecide.as('mayDecide'),
    ])
    .where('series.league_rules', 'is not', null)
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (rights === undefined) {
    throw new ApiError('no_such_round')
  }
  return rights
}

async function readObjections(
  db: Db,
  asked: RoundParams & { viewer: Viewer; hasAll: boolean },
): Promise<Objection[]> {
  const rows = await db
    .selectFrom('objections as objection')
    .innerJoin('users as author', 'author.id', 'objection.user_id')
    .leftJoin('users as decider', 'decider.id', 'objection.answered_by')
    .select([
      'objection.id',
      'objection.text',
      'objection.made_at as madeAt',
      'objection.user_id as userId',
      shownNameColumn('author').as('username'),
      'author.platform',
      'author.login',
      'author.hides_name_since as hidesNameSince',
      'objection.answer',
      'objection.is_upheld as isUpheld',
      'objection.answered_at as answeredAt',
      shownNameColumn('decider').as('decider'),
    ])
    .where('objection.series_id', '=', asked.seriesId)
    .where('objection.event_id', '=', asked.eventId)
    .$if(!asked.hasAll, (query) => query.where('objection.user_id', '=', asked.viewer.userId))
    .orderBy('objection.id', 'desc')
    .execute()
  return rows.map(({ id, text, madeAt, userId, username, hidesNameSince, ...row }) => ({
    ...{ id, text, at: madeAt.toISOString(), isOwn: userId === asked.viewer.userId },
    by: {
      username,
      page: hidesNameSince === null ? { platform: row.platform, login: row.login } : null,
    },
    answer:
      row.answer === null || row.answeredAt === null
        ? null
        : {
            ...{ isUpheld: row.isUpheld ?? false, text: row.answer },
            ...{ at: row.answeredAt.toISOString(), by: row.decider },
          },
  }))
}
