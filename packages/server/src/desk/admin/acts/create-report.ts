import { createReport, type ReportSubject } from '@rollcall/contract/admin-reports'
import { findOwnOffBoards } from '../../../domain/boards/own-off-boards.ts'
import { findReportedRacer } from '../../../domain/events/boards/reported-racer.ts'
import { shareNamesLock } from '../../../domain/intake/names/deleted-names.ts'
import { type FoundSubject, createReport as storeReport } from '../../../domain/people/reports.ts'
import type { SignedIn } from '../../../edge/access.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { findReportedChannel } from '../../../pages/leaderboard/reported-channel.ts'
import type { Db } from '../../../platform/database/schema.ts'

/** Any signed-in user can report somebody else's row on a leaderboard. */
export function serveCreateReport(serve: Serve, { config, db, now }: AppContext): void {
  serve(createReport, async ({ caller, body }) => {
    const { subject, reason, details } = body
    const id = await db.transaction().execute(async (trx) => {
      await shareNamesLock(trx)
      const found = await findSubject(trx, { reporter: caller, now: now() }, subject)
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

async function findSubject(
  trx: Db,
  asked: { reporter: SignedIn; now: Date },
  subject: ReportSubject,
): Promise<FoundSubject | null> {
  switch (subject.kind) {
    case 'leaderboard':
      return findReportedChannel(trx, asked.reporter, subject)
    case 'event':
      return findReportedRacer(trx, asked, subject)
    case 'off-boards':
      return findOwnOffBoards(trx, asked.reporter, subject)
  }
}
