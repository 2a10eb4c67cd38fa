import { replaceShowToken } from '@rollcall/contract/show'
import { makeToken } from '../../../edge/made-keys.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { checkEvent } from '../../standings/badge-checks.ts'
import { changeShow, type ShowContext } from '../change-show.ts'

export function serveReplaceShowToken(serve: Serve, context: ShowContext): void {
  serve(replaceShowToken, (call) =>
    changeShow(context, 'set up', call, async (trx, show) => {
      const { event } = show
      const { of } = call.body
      const isPublic = of === 'public'
      const token = makeToken()
      await trx
        .updateTable('shows')
        .set({ [`${of}_token`]: token })
        .where('event_id', '=', event.id)
        .execute()
      if (isPublic) {
        // With its first address the event may become listed.
        await checkEvent(trx, event.id)
      }
      const name = `${of}Token` as const
      const old = show[name]
      announce(trx, [
        `show:${event.id}/viewers`,
        `show:${event.id}/overlay`,
        ...[old, token].filter((each) => each !== null).map((each) => `link:${each}` as const),
      ])
      return {
        show: { ...show, [name]: token },
        act: {
          act: 'show-token',
          facts: { number: String(event.id), event: event.name },
        },
      }
    }),
  )
}
