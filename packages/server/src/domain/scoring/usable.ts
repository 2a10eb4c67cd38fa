/** Loads configurations that the caller may use or change. */

import type { SignedIn } from '../../edge/access.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findConfigurationFor, lockConfiguration, type StoredConfiguration } from './queries.ts'

/** @throws {ApiError} 404 if the caller may not use it, or there is none */
export async function getUsable(
  db: Db,
  caller: SignedIn,
  id: number,
): Promise<StoredConfiguration> {
  const stored = await findConfigurationFor(db, { id, userId: caller.userId })
  if (stored === null) {
    throw new ApiError('no_such_configuration')
  }
  return stored
}

/**
 * Loads a configuration that the caller may change, and locks it until the end of the transaction.
 *
 * @throws {ApiError} 404, or 403 for a default configuration if the caller is not an admin
 */
export async function lockWritable(
  trx: Db,
  caller: SignedIn,
  id: number,
): Promise<StoredConfiguration> {
  await lockConfiguration(trx, id, 'change')
  const stored = await getUsable(trx, caller, id)
  if (stored.isDefault && !caller.isAdmin) {
    throw new ApiError('default_changed_by_admins_only')
  }
  return stored
}
