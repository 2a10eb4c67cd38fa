/** A token opens what its address shows without sign-in, and nothing else. */
import type { Db } from '../../platform/database/schema.ts'

/** Announced when a token opens something else, or when the answer at its address changes. */
export const linkTopic = (token: string): `link:${string}` => `link:${token}`

export type TokenHolder =
  | { kind: 'public' | 'overlay'; eventId: number }
  | { kind: 'channel'; userId: number }

/** Returns null if the token opens nothing. */
export async function findHolder(db: Db, token: string): Promise<TokenHolder | null> {
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
