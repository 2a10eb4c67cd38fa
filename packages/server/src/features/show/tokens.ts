/** Tokens stand for what an address without sign-in shows: 128 random bits that open nothing else. */
import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { ApiError } from '../../http/api-error.ts'

const TOKEN_BYTES = 16

export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Told where a token stands for something else, or is answered otherwise. */
export const topicOf = (token: string): `link:${string}` => `link:${token}`

export type TokenHolder =
  | { kind: 'public' | 'overlay'; eventId: number }
  | { kind: 'channel'; userId: number }

const MOST_TOKENS = 20_000

/** Whatever the reason, nobody learns whether there ever was such an address. */
export function noSuchAddress(): ApiError {
  return new ApiError('not_found', 'This address leads nowhere, or it has been replaced.')
}

/** Whose a token is; null where it is nobody's. */
export function cacheTokens({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): (token: string) => Promise<TokenHolder | null> {
  const cache = new CachedValues<{ holder: TokenHolder | null }>(changes, {
    maxSize: MOST_TOKENS,
    sizeOf: () => 1,
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
      concerns: [topicOf(token)],
      load: async () => ({ holder: await load(token) }),
    })
    return holder
  }
}
