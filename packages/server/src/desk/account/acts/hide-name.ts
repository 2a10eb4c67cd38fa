import { hideName } from '@rollcall/contract/account'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { chooseWhetherHidden } from '../hidden-name.ts'

/** From now on others see a number in place of the caller's name as a racer. */
export function serveHideName(serve: Serve, { changes, now }: AppContext): void {
  serve(hideName, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      await chooseWhetherHidden(trx, { userId, since: now() })
      return { status: 'success' as const }
    }),
  )
}
