/** Which channel has its page at an address, and whether anything on it is public. */

import type { ChannelLabel } from '@rollcall/contract/endpoint'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { lastOwnerOf } from '../people/login-owners.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { isPublicChannel } from '../visibility/has-page.ts'
import type { Hold } from '../visibility/held-games.ts'
import { findHolds } from '../visibility/public-games.ts'
import { findChannelCalled } from './racer-sums.ts'

export interface PublicChannel {
  id: number
  /** null: its streamer has never signed in. */
  userId: number | null
  label: ChannelLabel
  /** What sealed events hold now. */
  holds: readonly Hold[]
}

/**
 * The channel with that login; if nobody has the login any more, the channel of the streamer who had it last. null if
 * there is none, or if only its name is known, so that nobody can find out by trying names.
 *
 * @param address the channel's `qualifiedLogin`
 */
export async function findPublicChannel(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  address: string,
): Promise<PublicChannel | null> {
  const id = await findId(db, address)
  if (id === null) {
    return null
  }
  const holds = await findHolds(db, now())
  const { rows } = await sql<Omit<PublicChannel, 'holds'>>`
    select channel.id, channel.user_id as "userId", ${CHANNEL_LABEL} as label
    from channels as channel ${JOIN_STREAMER}
    where channel.id = ${id} and ${isPublicChannel(holds)}`.execute(db)
  return rows[0] === undefined ? null : { ...rows[0], holds }
}

async function findId(db: Db, address: string): Promise<number | null> {
  const [, platform, login] = /^([^:]+):(.+)$/s.exec(address) ?? []
  const plain = await findByLogin(db, DEFAULT_PLATFORM, address)
  return plain === null && platform !== undefined && login !== undefined
    ? findByLogin(db, platform.toLowerCase(), login)
    : plain
}

async function findByLogin(db: Db, platform: string, login: string): Promise<number | null> {
  const channel = await findChannelCalled(db, login, platform)
  return channel?.id ?? findByEarlierLogin(db, platform, login)
}

async function findByEarlierLogin(db: Db, platform: string, login: string): Promise<number | null> {
  const channel = await db
    .selectFrom('channels')
    .select('id')
    .where('user_id', '=', lastOwnerOf({ platform, login: normalLogin(login) }))
    .executeTakeFirst()
  return channel?.id ?? null
}
