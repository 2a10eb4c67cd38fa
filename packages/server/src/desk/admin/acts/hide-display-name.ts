import { hideDisplayName, showDisplayName } from '@rollcall/contract/admin-reports'
import { findReportedRow } from '../../../domain/people/reports.ts'
import { actorOf, recordAct } from '../../../domain/site/audit-log.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listReportedNames } from '../report-details.ts'

/** A channel shows the login of the reported racer in place of the display name, or the display name again. */
export function serveHideDisplayName(serve: Serve, { changes, now }: AppContext): void {
  serve(hideDisplayName, (call) =>
    changes.transaction(async (trx) => {
      const name = await findName(trx, call.params)
      await trx
        .insertInto('unshown_names')
        .values({ ...name, since: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await note(trx, name)
      await recordAct(trx, actorOf(call, now()), {
        act: 'display-name-hidden',
        facts: factsOf(name),
      })
      return { status: 'success' as const }
    }),
  )

  serve(showDisplayName, (call) =>
    changes.transaction(async (trx) => {
      const name = await findName(trx, call.params)
      await trx
        .deleteFrom('unshown_names')
        .where(({ and }) => and({ ...name }))
        .execute()
      await note(trx, name)
      await recordAct(trx, actorOf(call, now()), {
        act: 'display-name-shown',
        facts: factsOf(name),
      })
      return { status: 'success' as const }
    }),
  )
}

interface NameOnChannel {
  channel_id: number
  racer_id: number
}

/** @throws {ApiError} 404 */
async function findName(
  trx: Db,
  { id, channelId }: { id: number; channelId: number },
): Promise<NameOnChannel> {
  const row = await findReportedRow(trx, id)
  if (row === null) {
    throw new ApiError('no_such_report')
  }
  const names = await listReportedNames(trx, row)
  if (row.racerId === null || !names.some((name) => name.channelId === channelId)) {
    throw new ApiError('no_such_display_name')
  }
  return { channel_id: channelId, racer_id: row.racerId }
}

/** What racers are called on the channel has changed. */
const note = (trx: Db, { channel_id }: NameOnChannel) =>
  announce(trx, [`games:${channel_id}`, 'names'])

const factsOf = ({ channel_id, racer_id }: NameOnChannel) => ({
  racer: { racer: racer_id },
  channel: { channel: channel_id },
})
