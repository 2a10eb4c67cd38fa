import { createReport } from '@rollcall/contract/admin-reports'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { createReport as storeReport } from '../../../reports.ts'
import { findReportedRacer } from '../../events/reported-racer.ts'
import { findReportedChannel } from '../../leaderboards/reported-channel.ts'
import { keepNames } from '../../uploads/deleted-names.ts'

/** Any signed-in user can report somebody else's row on a leaderboard. */
export function serveCreateReport(serve: Serve, { config, db, now }: AppContext): void {
  serve(createReport, async ({ caller, body }) => {
    const { subject, reason, details } = body
    const id = await db.transaction().execute(async (trx) => {
      await keepNames(trx)
      const found =
        subject.kind === 'leaderboard'
          ? await findReportedChannel(trx, caller, subject)
          : await findReportedRacer(trx, { reporter: caller, now: now() }, subject)
      if (found === null) {
        throw new ApiError('reported_row_gone')
      }
      return storeReport(trx, {
        reporterId: caller.userId,
        subject: found,
        reason,
        details: details.trim(),
        now: now(),
        maxADay: config.limits.REPORTS_A_DAY,
      })
    })
    return { id, message: 'Thank you. An admin will look at it.' }
  })
}
