import { deleteConfiguration } from '@rollcall/contract/scoring'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
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
          summary: `Deleted the default configuration ${stored.config.name}.`,
          details: {
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
