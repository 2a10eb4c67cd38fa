/** Which channel has its page at an address, and whether anything on it is public. */
import type { ChannelLabel } from '@rollcall/contract/endpoint'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { findChannelCalled } from '../dashboard/queries.ts'
import type { Hold } from '../events/held-games.ts'
import { findHolds, isPublicGame } from '../events/public-games.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'

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
 * @param address a login on Twitch, `platform:login` elsewhere
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

/** Whether the query's `channel` has a page. */
export function isPublicChannel(holds: readonly Hold[]): RawBuilder<boolean> {
  return sql<boolean>`(
    channel.user_id is not null
    or exists (select from channel_seasons where channel_id = channel.id)
    or exists (
      select from games as game where game.channel_id = channel.id and ${isPublicGame(holds)}
    )
  )`
}

async function findId(db: Db, address: string): Promise<number | null> {
  const [, platform, login] = /^([^:]+):(.+)$/s.exec(address) ?? []
  const onTwitch = await findByLogin(db, 'twitch', address)
  return onTwitch === null && platform !== undefined && login !== undefined
    ? findByLogin(db, platform.toLowerCase(), login)
    : onTwitch
}

async function findByLogin(db: Db, platform: string, login: string): Promise<number | null> {
  const channel = await findChannelCalled(db, login, platform)
  return channel?.id ?? findByEarlierLogin(db, platform, login)
}

async function findByEarlierLogin(db: Db, platform: string, login: string): Promise<number | null> {
  const channel = await db
    .selectFrom('login_periods as period')
    .innerJoin('channels as channel', 'channel.user_id', 'period.user_id')
    .select('channel.id')
    .where('period.platform', '=', platform)
    .where('period.login', '=', normalLogin(login))
    .orderBy(sql`period.ended_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return channel?.id ?? null
}
