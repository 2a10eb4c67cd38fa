import { showName } from '@rollcall/contract/account'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { chooseWhetherHidden } from '../hidden-name.ts'

/** Only the person can do this: nobody else can show a name that they have hidden. */
export function serveShowName(serve: Serve, { changes }: AppContext): void {
  serve(showName, ({ caller: { userId } }) =>
    changes.transaction(async (trx) => {
      await chooseWhetherHidden(trx, { userId, since: null })
      return { status: 'success' as const }
    }),
  )
}
