/** API keys as they are stored: whose, what they may read, and when they were last used. */
import type { ApiKey } from '@rollcall/contract/api-keys'
import type { Scope } from '@rollcall/contract/scopes'
import { MINUTE_MS } from '@rollcall/formats/durations'
import type { ApiKeyHolder } from '../../../edge/access.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { hashKey } from '../../../edge/made-keys.ts'
import type { Db } from '../../../platform/database/schema.ts'

interface StoredKey extends Pick<ApiKey, 'id' | 'name' | 'prefix'> {
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

export async function listKeys(db: Db, userId: number): Promise<ApiKey[]> {
  const keys = await db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'prefix',
      'scopes',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return keys.map(shownApiKey)
}

export function shownApiKey({ scopes, createdAt, lastUsedAt, ...key }: StoredKey): ApiKey {
  return {
    ...key,
    scopes: scopes as Scope[],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** How exactly the last use is stored, so that a busy key writes once a minute. */
const TOUCH_MS = MINUTE_MS

/** The key and its owner; null if there is no such key. */
export async function findApiKey(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  key: string,
): Promise<ApiKeyHolder | null> {
  const found = await db
    .selectFrom('api_keys as key')
    .innerJoin('users as user', 'user.id', 'key.user_id')
    .select([
      'key.id',
      'key.scopes',
      'key.last_used_at as lastUsedAt',
      'user.id as userId',
      'user.platform',
      'user.login',
      'user.username',
      'user.display_name as displayName',
      'user.profile_image_url as profileImageUrl',
    ])
    // The index compares hashes. Nobody can choose how a hash begins, so timing reveals nothing.
    .where('key.key_hash', '=', hashKey(key))
    .executeTakeFirst()
  if (found === undefined) {
    return null
  }
  const { id, scopes, lastUsedAt, ...owner } = found
  const usedAt = now()
  if (lastUsedAt === null || usedAt.getTime() - lastUsedAt.getTime() >= TOUCH_MS) {
    await db.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute()
  }
  return {
    id,
    scopes: scopes as Scope[],
    // An admin's key reads what its owner may read as a streamer.
    owner: { ...owner, sessionId: `API key ${id}`, isAdmin: false },
  }
}
