/** A person revokes one of their API keys. The next call with it is refused. */
import { revokeApiKey } from '@rollcall/contract/api-keys'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'

export function serveRevokeApiKey(serve: Serve, { db }: AppContext): void {
  serve(revokeApiKey, async ({ caller, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('api_keys')
      .where('id', '=', params.id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) {
      throw new ApiError('no_such_api_key')
    }
    return { status: 'success' as const }
  })
}
