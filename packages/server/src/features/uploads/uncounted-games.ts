/** Warns of stored games that a snapshot of their season already covers, and says what to do. */
import type { UploadWarning } from '@rollcall/contract/uploads'
import type { Db } from '../../database/schema.ts'

interface StoredGame {
  season: number
  finishedAt: Date
}

/**
 * In the transaction that stored them; each of them rankable, and a race or a royale. The rule is that of
 * `COUNTS_IN_SEASON`.
 */
export async function warnOfUncounted(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly StoredGame[] },
): Promise<UploadWarning[]> {
  if (games.length === 0) {
    return []
  }
  const standings = await trx
    .selectFrom('channel_seasons as standing')
    .innerJoin('channels as channel', 'channel.id', 'standing.channel_id')
    .select(['standing.season', 'channel.handed_over_at as handedOverAt'])
    .where('standing.channel_id', '=', channelId)
    .where('standing.season', 'in', [...new Set(games.map(({ season }) => season))])
    .where('standing.source', '=', 'snapshot')
    .orderBy('standing.season')
    .execute()
  const uncounted = standings.flatMap(({ season, handedOverAt }) => {
    const count = games.filter(
      (game) => game.season === season && (handedOverAt === null || game.finishedAt < handedOverAt),
    ).length
    return count === 0 ? [] : [{ season, count, isHandedOver: handedOverAt !== null }]
  })
  const total = uncounted.reduce((sum, { count }) => sum + count, 0)
  const code = total === games.length ? 'not_counted' : 'partly_counted'
  return uncounted.map((each) => ({
    code,
    message: sentenceOf(each, games.length),
    params: { ...each, of: games.length },
  }))
}

function sentenceOf(
  { season, count, isHandedOver }: { season: number; count: number; isHandedOver: boolean },
  all: number,
): string {
  const which =
    all === 1
      ? 'It does not'
      : count === all
        ? `None of the ${inWords(all)} games`
        : `${inWords(count)} of the ${inWords(all)} games ${count === 1 ? 'does' : 'do'} not`
  const verb = count === all && all > 1 ? 'counts' : 'count'
  const why = isHandedOver
    ? 'the snapshot from before you switched to counting each game already covers that time.'
    : 'its numbers come from a snapshot, which already covers all games so far.'
  const what = isHandedOver
    ? ''
    : ' To count the games you play from now on one by one, choose "Count each game from now on" on My Uploads.'
  const events = ` ${all === 1 ? 'It' : 'They'} can still count in events.`
  return `${which} ${verb} in season ${season}: ${why}${events}${what}`
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}
