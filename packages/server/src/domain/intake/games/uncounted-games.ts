/** Warns about stored games that the snapshot of their season already includes, and says what to do. */
import type { FileWarning } from '@rollcall/formats/problem'
import type { Db } from '../../../platform/database/schema.ts'
import { uploadWarning } from '../upload-problem.ts'

interface StoredGame {
  season: number
  finishedAt: Date
}

/**
 * The games must be rankable races and royales. The rule is the same as in `COUNTS_IN_SEASON`. Needs the transaction
 * that stored them.
 */
export async function warnOfUncounted(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly StoredGame[] },
): Promise<FileWarning[]> {
  if (games.length === 0) {
    return []
  }
  const rows = await trx
    .selectFrom('channel_seasons as channel_season')
    .innerJoin('channels as channel', 'channel.id', 'channel_season.channel_id')
    .select(['channel_season.season', 'channel.handed_over_at as handedOverAt'])
    .where('channel_season.channel_id', '=', channelId)
    .where('channel_season.season', 'in', [...new Set(games.map(({ season }) => season))])
    .where('channel_season.source', '=', 'snapshot')
    .orderBy('channel_season.season')
    .execute()
  const uncounted = rows.flatMap(({ season, handedOverAt }) => {
    const count = games.filter(
      (game) => game.season === season && (handedOverAt === null || game.finishedAt < handedOverAt),
    ).length
    return count === 0 ? [] : [{ season, count, isHandedOver: handedOverAt !== null }]
  })
  const total = uncounted.reduce((sum, { count }) => sum + count, 0)
  const code = total === games.length ? 'not_counted' : 'partly_counted'
  return uncounted.map((each) => uploadWarning(code, { ...each, of: games.length }))
}
