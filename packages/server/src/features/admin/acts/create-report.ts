import { createReport } from '@rollcall/contract/admin-reports'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { createReport as storeReport } from '../../../reports.ts'
import { findReportedRacer } from '../../events/reported-racer.ts'
import { findReportedChannel } from '../../leaderboards/reported-channel.ts'

/** Any signed-in user can report somebody else's row on a leaderboard. */
export function serveCreateReport(serve: Serve, { config, db, now }: AppContext): void {
  serve(createReport, async ({ caller, body }) => {
    const { subject, reason, details } = body
    const found =
      subject.kind === 'leaderboard'
        ? await findReportedChannel(db, caller, subject)
        : await findReportedRacer(db, { reporter: caller, now: now() }, subject)
    if (found === null) {
      throw new ApiError('reported_row_gone')
    }
    const report = {
      reporterId: caller.userId,
      subject: found,
      reason,
      details: details.trim(),
      now: now(),
      maxADay: config.limits.REPORTS_A_DAY,
    }
    const id = await db.transaction().execute((trx) => storeReport(trx, report))
    return { id, message: 'Thank you. An admin will look at it.' }
  })
}
