import { deleteConfiguration } from '@rollcall/contract/scoring'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { listEventsUsing } from '../queries.ts'
import { lockWritable } from '../usable.ts'

/** Deletes a configuration with all its versions unless an event uses it. */
export function serveDeleteConfiguration(serve: Serve, { db, now }: AppContext): void {
  serve(deleteConfiguration, ({ caller, params, request }) =>
    db.transaction().execute(async (trx) => {
      const stored = await lockWritable(trx, caller, params.id)
      const { id } = stored
      const [first] = await listEventsUsing(trx, { configurationId: id, now: now() })
      if (first !== undefined) {
        throw new ApiError('configuration_in_use', { event: first.name })
      }
      await trx.deleteFrom('leaderboard_configurations').where('id', '=', id).execute()
      if (stored.isDefault) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'default-configuration-deleted',
          facts: {
            number: String(id),
            configuration: stored.config.name,
            before: JSON.stringify(stored.config),
          },
        })
      }
      return { status: 'success' as const }
    }),
  )
}
