/** Objections to rounds: docs/decisions/165-objections.md. */
import { hasCounted } from '@rollcall/contract/leagues'
import { listObjections, type Objection } from '@rollcall/contract/objections'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { eventRight, ownRacers } from '../../rights/event.ts'
import type { Viewer } from '../../rights/roles.ts'
import { seriesRight } from '../../rights/series.ts'
import { findRound, type RoundParams } from './locked-round.ts'

export function serveListObjections(serve: Serve, { db, now }: AppContext): void {
  serve(listObjections, async ({ caller, params }) => {
    const rights = await findObjectionRights(db, {
      eventId: params.eventId,
      viewer: caller,
      now: now(),
    })
    if (rights === null) {
      return { mayObject: false, mayDecide: false, objections: [] }
    }
    const { seriesId, mayObject, mayDecide } = rights
    const asked = { seriesId, eventId: params.eventId, viewer: caller }
    const objections = await readObjections(db, { ...asked, hasAll: mayDecide })
    return { mayObject, mayDecide, objections }
  })
}

/** People who were on the board of the query's final `round`, or are; a revision may have taken them off it. */
const wasOnBoard = (userId: number) => sql<boolean>`exists (
  select from show_rows as row
  join ${ownRacers(userId)} as own on own.id = row.racer_id
  where row.event_id = event.id and row.board in (round.board, round.previous_board)
)`

interface ObjectionRights {
  seriesId: number
  /** Also after its time, until which there is `objectionsUntil`. */
  isConcerned: boolean
  mayObject: boolean
  mayDecide: boolean
}

/** What somebody may do about objections to the event as a round; null if it is not a round of a league. */
export async function findObjectionRights(
  db: Db,
  { eventId, viewer, now }: { eventId: number; viewer: Viewer; now: Date },
): Promise<ObjectionRights | null> {
  const rights = await db
    .selectFrom('event_series as series')
    .innerJoin('events as event', 'event.series_id', 'series.id')
    .leftJoin('league_rounds as round', (join) =>
      join.onRef('round.series_id', '=', 'series.id').onRef('round.event_id', '=', 'event.id'),
    )
    .select([
      'series.id as seriesId',
      sql<boolean>`(${eventRight('object', viewer)} or ${wasOnBoard(viewer.userId)})`.as(
        'isConcerned',
      ),
      seriesRight('decide objections', viewer).as('decides'),
    ])
    .where('series.league_rules', 'is not', null)
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (rights === undefined) {
    return null
  }
  const { seriesId, isConcerned, decides } = rights
  const round = await findRound(db, { seriesId, eventId, now })
  const isInTime = round.objectionsUntil !== null && round.objectionsUntil > now
  return {
    ...{ seriesId, isConcerned, mayObject: isConcerned && isInTime },
    // What people say may name results, which not everybody who decides may see before the show.
    mayDecide: decides && hasCounted(round),
  }
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
