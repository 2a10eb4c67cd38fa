/** Configurations that the caller may use, and those that they may change. */
import type { Db } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { findConfigurationFor, lockConfiguration, type StoredConfiguration } from './queries.ts'

/** @throws {ApiError} `not_found` */
export async function getUsable(
  db: Db,
  caller: SignedIn,
  id: number,
): Promise<StoredConfiguration> {
  const stored = await findConfigurationFor(db, { id, userId: caller.userId })
  if (stored === null) {
    throw new ApiError('not_found', 'There is no such leaderboard configuration.')
  }
  return stored
}

/**
 * Locked until the end of the transaction.
 *
 * @throws {ApiError} `not_found`, or `forbidden` for a default one where the caller is no admin
 */
export async function lockWritable(
  trx: Db,
  caller: SignedIn,
  id: number,
): Promise<StoredConfiguration> {
  await lockConfiguration(trx, id, 'change')
  const stored = await getUsable(trx, caller, id)
  if (stored.isDefault && !caller.isAdmin) {
    throw new ApiError('forbidden', 'Default configurations are changed by admins only.')
  }
  return stored
}
