import { listApiKeys } from '@rollcall/contract/api-keys'
import type { AppContext } from '../../../edge/app-context.ts'
import { limitOf } from '../../../edge/rate-limits.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { serveMakeApiKey } from './acts/make-api-key.ts'
import { serveRevokeApiKey } from './acts/revoke-api-key.ts'
import { listKeys } from './stored-keys.ts'

export function serveApiKeys(serve: Serve, context: AppContext): void {
  const { db, config } = context
  const limits = (['general', 'search', 'exports'] as const).map((of) => ({
    of,
    ...limitOf(config.limits, of),
  }))

  serve(listApiKeys, async ({ caller }) => ({ keys: await listKeys(db, caller.userId), limits }))

  serveMakeApiKey(serve, context)
  serveRevokeApiKey(serve, context)
}
