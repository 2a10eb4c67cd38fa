import { holdNextName } from '@rollcall/contract/show'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { changeShow, type ShowContext } from '../change-show.ts'

export function serveHoldNextName(serve: Serve, context: ShowContext): void {
  serve(holdNextName, (call) =>
    changeShow(context, 'run', call, async (trx, show) => {
      const holdsNext = call.body.isOn
      const { event } = show
      await trx
        .updateTable('shows')
        .set({ holds_next: holdsNext })
        .where('event_id', '=', event.id)
        .execute()
      return {
        show: { ...show, holdsNext },
        act: {
          act: 'show-hold',
          facts: { number: String(event.id), event: event.name, after: String(holdsNext) },
        },
      }
    }),
  )
}
