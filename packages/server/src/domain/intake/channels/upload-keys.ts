/**
 * Upload keys: 160 random bits that let a companion upload for one streamer's channel, and nothing else. A streamer
 * has one key to enter in companions; each connected Rollcall Companion has its own.
 */
import { timingSafeEqual } from 'node:crypto'
import type { UploadKey } from '@rollcall/contract/uploads'
import { hashKey, prefixOf } from '../../../edge/made-keys.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findUser, type User } from '../../people/sign-in/users.ts'
import { UploadProblem } from '../upload-problem.ts'

export interface StoredUploadKey {
  prefix: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function findKey(db: Db, userId: number): Promise<StoredUploadKey | null> {
  const stored = await db
    .selectFrom('upload_keys')
    .select(['prefix', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return stored ?? null
}

export function shownUploadKey({ prefix, createdAt, lastUsedAt }: StoredUploadKey): UploadKey {
  return {
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

export interface KeyHolder {
  uploader: User
  /** null for the streamer's own key, and for a companion that is not ours. */
  companionId: number | null
}

/**
 * The holder of the key, or null. Also stores when a streamer's own key was last used.
 *
 * @throws {UploadProblem} `companion_disconnected` for the key of a disconnected companion
 */
export async function findKeyHolder(db: Db, key: string, now: Date): Promise<KeyHolder | null> {
  const userId = await findUserIdByKey(db, key, now)
  const companion = userId === null ? await findCompanionByKey(db, key) : null
  const uploader = await findUser(db, userId ?? companion?.userId ?? 0)
  return uploader && { uploader, companionId: companion?.id ?? null }
}

async function findUserIdByKey(db: Db, key: string, now: Date): Promise<number | null> {
  const candidates = await db
    .selectFrom('upload_keys')
    .select(['user_id', 'key_hash'])
    .where('prefix', '=', prefixOf(key))
    .execute()
  const hash = hashKey(key)
  const match = candidates.find((candidate) => timingSafeEqual(candidate.key_hash, hash))
  if (match === undefined) {
    return null
  }
  await db
    .updateTable('upload_keys')
    .set({ last_used_at: now })
    .where('user_id', '=', match.user_id)
    // Does nothing if another key has just replaced it.
    .where('key_hash', '=', hash)
    .execute()
  return match.user_id
}

/** The index compares hashes. Nobody can choose how a hash begins, so timing reveals nothing about a key. */
async function findCompanionByKey(
  db: Db,
  key: string,
): Promise<{ id: number; userId: number } | null> {
  const companion = await db
    .selectFrom('companions')
    .select(['id', 'user_id as userId', 'disconnected_at'])
    .where('key_hash', '=', hashKey(key))
    .executeTakeFirst()
  if (companion !== undefined && companion.disconnected_at !== null) {
    throw new UploadProblem('companion_disconnected', {})
  }
  return companion ?? null
}
