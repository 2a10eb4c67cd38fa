import { decideReport } from '@rollcall/contract/admin-reports'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { decideOpenReport, findReport } from '../../../reports.ts'

/** An admin resolves or dismisses an open report. */
export function serveDecideReport(serve: Serve, { db, now }: AppContext): void {
  serve(decideReport, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      const { state, note } = call.body
      const decision = { id, state, note: note.trim(), decidedBy: call.caller.userId, now: now() }
      const isDecided = await decideOpenReport(trx, decision)
      const report = await findReport(trx, id)
      if (report === null) {
        throw new ApiError('no_such_report')
      }
      if (!isDecided) {
        throw new ApiError('report_decided')
      }
      await recordAct(trx, actorOf(call, now()), {
        act: `report-${state}`,
        summary: `${state === 'resolved' ? 'Resolved' : 'Dismissed'} the report of ${report.subject.name} by ${report.reporter.username}.`,
        details: {
          number: String(id),
          racer: report.subject.name,
          reporter: report.reporter.username,
          where: report.subject.where,
          note: decision.note,
        },
      })
      return report
    }),
  )
}
