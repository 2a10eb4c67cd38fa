import type { AuditAct } from '@rollcall/contract/words/audit-log'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { type Actor, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listRounds, type SeriesRound } from './rounds.ts'

export interface RoundParams {
  seriesId: number
  eventId: number
}

export interface LockedRound extends SeriesRound {
  series: { id: number; name: string; ownerId: number }
}

/**
 * A round of a league, for those who may edit the series, which is locked until the end of the transaction.
 *
 * @returns null if the viewer may not do it
 * @throws {ApiError} if there is no such series or round
 */
export async function lockRound(
  trx: Db,
  { seriesId, eventId, viewer, now }: RoundParams & { viewer: Viewer; now: Date },
): Promise<LockedRound | null> {
  const series = await lockSeries(trx, { seriesId, act: 'edit', viewer })
  return series && { ...(await findRound(trx, { seriesId, eventId, now })), series }
}

/** @throws {ApiError} if there is no such round */
export async function findRound(
  db: Db,
  { seriesId, eventId, now }: RoundParams & { now: Date },
): Promise<SeriesRound> {
  const rounds = await listRounds(db, { seriesId, now })
  const round = rounds.find((each) => each.eventId === eventId)
  if (round === undefined) {
    throw new ApiError('no_such_round')
  }
  return round
}

/** Records what somebody else than the series' owner did to a round. @param reason for everybody to read */
export async function recordOnRound(
  trx: Db,
  actor: Actor,
  {
    round: { series, name },
    act,
    streamer,
    ...more
  }: {
    round: LockedRound
    act: AuditAct
    reason?: string
    game?: string
    /** The user whom it is about. */
    streamer?: number
  },
): Promise<void> {
  await recordUnlessOwner(trx, actor, {
    ownerId: series.ownerId,
    act,
    facts: {
      ...{ number: String(series.id), series: series.name, event: name },
      ...more,
      ...(streamer !== undefined && { streamer: { user: streamer } }),
    },
  })
}
