import { replaceShowToken } from '@rollcall/contract/show'
import { announce } from '../../../changes/change-feed.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { makeToken } from '../../../made-keys.ts'
import type { ChangeShow } from '../change-show.ts'
import { linkTopic } from '../tokens.ts'

export function serveReplaceShowToken(serve: Serve, changeShow: ChangeShow): void {
  serve(replaceShowToken, (call) =>
    changeShow(call, async (trx, show) => {
      const { event } = show
      const isPublic = call.body.of === 'public'
      const token = makeToken()
      await trx
        .updateTable('shows')
        .set(isPublic ? { public_token: token } : { overlay_token: token })
        .where('event_id', '=', event.id)
        .execute()
      const old = isPublic ? show.publicToken : show.overlayToken
      await announce(trx, [
        `show:${event.id}/viewers`,
        `show:${event.id}/overlay`,
        ...[old, token].filter((each) => each !== null).map(linkTopic),
      ])
      return {
        show: { ...show, ...(isPublic ? { publicToken: token } : { overlayToken: token }) },
        act: {
          act: 'show-token',
          summary: `Replaced an address of ${event.name}, an event of somebody else.`,
          details: { number: String(event.id), event: event.name },
        },
      }
    }),
  )
}
