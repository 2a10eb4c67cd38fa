import { openHeldGames } from '@rollcall/contract/events-seals'
import type { AppContext } from '../../../app-context.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { openHeldGames as open } from '../held-games.ts'

/** Opens the user's held games without waiting for the shows of the events that hold them. */
export function serveOpenHeldGames(serve: Serve, { changes, now }: AppContext): void {
  serve(openHeldGames, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      await open(trx, { userId, now: now() })
      return { status: 'success' as const }
    }),
  )
}
