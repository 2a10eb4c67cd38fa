/** People enter a league by its link, and withdraw. */
import {
  type EntryKind,
  enterLeague,
  MAX_LEAGUE_RACERS,
  MAX_LEAGUE_STREAMERS,
  withdrawEntry,
} from '@rollcall/contract/league-entering'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { endEntries, takeOutOfRounds } from './entrants.ts'
import { findLinkedLeague, hasChannel, type LinkedLeague } from './read-entries.ts'

/** Streamers ask; racers are in. Entering twice is once. */
export function serveEnterLeague(serve: Serve, { changes, now }: AppContext): void {
  serve(enterLeague, ({ caller: { userId }, params, body: { kind } }) =>
    changes.transaction(async (trx) => {
      const league = await findLinkedLeague(trx, params.token)
      // So that everybody who enters is counted.
      await sql`select from event_series where id = ${league.id} for update`.execute(trx)
      await (kind === 'streamer' ? refuseStreamer(trx, { league, userId }) : refuseRacer(league))
      await refuseFull(trx, { league, kind })
      const enteredAt = kind === 'racer' ? now() : null
      await sql`
        insert into league_entries (series_id, user_id, kind, asked_at, entered_at)
        values (${league.id}, ${userId}, ${kind}, ${now()}, ${enteredAt})
        on conflict (series_id, user_id, kind) where left_at is null do nothing`.execute(trx)
      return { status: 'success' as const }
    }),
  )
}

/** A streamer also leaves the rounds that have not opened. */
export function serveWithdrawEntry(serve: Serve, { changes, now }: AppContext): void {
  serve(withdrawEntry, ({ caller: { userId }, params: { id } }) =>
    changes.transaction(async (trx) => {
      const entry = await trx
        .selectFrom('league_entries')
        .select(['series_id as seriesId', 'kind', 'entered_at as enteredAt'])
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('left_at', 'is', null)
        .executeTakeFirst()
      if (entry === undefined) {
        throw new ApiError('no_such_entry')
      }
      const { seriesId, kind } = entry
      // Before the entry, as everybody who decides about it does.
      await sql`select from event_series where id = ${seriesId} for update`.execute(trx)
      await endEntries(trx, { userId, now: now(), which: sql<boolean>`entry.id = ${id}` })
      if (kind === 'streamer') {
        await takeOutOfRounds(trx, { seriesId, userId, now: now(), hasLeft: true })
      }
      return { status: 'success' as const }
    }),
  )
}

async function refuseStreamer(
  trx: Db,
  { league, userId }: { league: LinkedLeague; userId: number },
): Promise<void> {
  const { rows } = await sql<{ hasChannel: boolean; hasBlocked: boolean }>`
    select ${hasChannel(userId)} as "hasChannel", exists (
      select from organiser_blocks as block
      where block.user_id = ${userId} and block.organiser_id = ${league.organiserId}
    ) as "hasBlocked"`.execute(trx)
  if (rows[0]?.hasChannel !== true) {
    throw new ApiError('entering_without_channel')
  }
  if (rows[0].hasBlocked) {
    throw new ApiError('entering_blocked_organiser')
  }
}

function refuseRacer({ isForEntrants }: LinkedLeague): void {
  if (!isForEntrants) {
    throw new ApiError('racers_need_not_enter')
  }
}

async function refuseFull(
  trx: Db,
  { league, kind }: { league: LinkedLeague; kind: EntryKind },
): Promise<void> {
  const most = kind === 'streamer' ? MAX_LEAGUE_STREAMERS : MAX_LEAGUE_RACERS
  const { count } = await trx
    .selectFrom('league_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', '=', league.id)
    .where('kind', '=', kind)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= most) {
    throw new ApiError('league_full', { most })
  }
}
