/** A token opens what its address shows without sign-in, and nothing else. */
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'

/** Announced when a token opens something else, or when the answer at its address changes. */
export const linkTopic = (token: string): `link:${string}` => `link:${token}`

export type TokenHolder =
  | { kind: 'public' | 'overlay'; eventId: number }
  | { kind: 'channel'; userId: number }

const MOST_TOKENS = 20_000

/** Caches what tokens open; null if a token opens nothing. */
export function cacheTokens({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): (token: string) => Promise<TokenHolder | null> {
  const cache = new CachedValues<{ holder: TokenHolder | null }>(changes, {
    maxSize: MOST_TOKENS,
    measure: () => 1,
  })
  const load = async (token: string): Promise<TokenHolder | null> => {
    const show = await db
      .selectFrom('shows')
      .select(['event_id as eventId', 'public_token as publicToken'])
      .where((where) =>
        where.or([where('public_token', '=', token), where('overlay_token', '=', token)]),
      )
      .executeTakeFirst()
    if (show !== undefined) {
      const kind = show.publicToken === token ? 'public' : 'overlay'
      return { kind, eventId: show.eventId }
    }
    const overlay = await db
      .selectFrom('channel_overlays')
      .select('user_id as userId')
      .where('token', '=', token)
      .executeTakeFirst()
    return overlay === undefined ? null : { kind: 'channel', userId: overlay.userId }
  }
  return async (token) => {
    const { holder } = await cache.get({
      key: token,
      concerns: [linkTopic(token)],
      load: async () => ({ holder: await load(token) }),
    })
    return holder
  }
}
