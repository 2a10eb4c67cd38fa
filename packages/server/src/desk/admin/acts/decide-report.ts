import { decideReport, reopenReport } from '@rollcall/contract/admin-reports'
import {
  decideOpenReport,
  findReport,
  nameReported,
  reopenDecidedReport,
} from '../../../domain/people/reports.ts'
import { actorOf, recordAct } from '../../../domain/site/audit-log.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

/** An admin resolves or dismisses an open report, or takes that back. */
export function serveDecideReport(serve: Serve, { db, now }: AppContext): void {
  serve(decideReport, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      const { state, note, answer } = call.body
      const decision = {
        ...{ id, state, note: note.trim(), answer: answer.trim() },
        ...{ decidedBy: call.caller.userId, now: now() },
      }
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
        facts: {
          number: String(id),
          racer: await nameReported(trx, id),
          reporter: { user: report.reporter.id },
          where: report.subject.where,
          note: decision.note,
          ...(decision.answer !== '' && { answer: decision.answer }),
        },
      })
      return report
    }),
  )

  serve(reopenReport, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      if ((await findReport(trx, id)) === null) {
        throw new ApiError('no_such_report')
      }
      await reopenDecidedReport(trx, id)
      const report = await findReport(trx, id)
      if (report === null) {
        throw new ApiError('no_such_report')
      }
      await recordAct(trx, actorOf(call, now()), {
        act: 'report-reopened',
        facts: {
          number: String(id),
          racer: await nameReported(trx, id),
          reporter: { user: report.reporter.id },
          where: report.subject.where,
        },
      })
      return report
    }),
  )
}
