import { openHeldGames } from '@rollcall/contract/events-seals'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { releaseHeldGames } from '../../visibility/held-games.ts'

/** Opens the user's held games without waiting for the shows of the events that hold them. */
export function serveOpenHeldGames(serve: Serve, { changes, now }: AppContext): void {
  serve(openHeldGames, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      await releaseHeldGames(trx, { userId, now: now() })
      return { status: 'success' as const }
    }),
  )
}
