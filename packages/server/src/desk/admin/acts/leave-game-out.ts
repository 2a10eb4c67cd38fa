import { leaveGameOut, letGameCount } from '@rollcall/contract/admin-reports'
import {
  leaveGameOut as leaveOut,
  letGameCount as letCount,
} from '../../../domain/intake/games/left-out-games.ts'
import { shareNamesLock } from '../../../domain/intake/names/deleted-names.ts'
import { findReport } from '../../../domain/people/reports.ts'
import { actorOf } from '../../../domain/site/audit-log.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

/** An admin leaves a game out of rankings, or lets it count again. */
export function serveLeaveGameOut(serve: Serve, { changes, now }: AppContext): void {
  serve(leaveGameOut, (call) =>
    changes.transaction(async (trx) => {
      await shareNamesLock(trx)
      const { reason, reportId = null } = call.body
      if (reportId !== null && (await findReport(trx, reportId)) === null) {
        throw new ApiError('no_such_report')
      }
      await leaveOut(trx, actorOf(call, now()), { gameId: call.params.id, reason, reportId })
      return { status: 'success' as const }
    }),
  )

  serve(letGameCount, (call) =>
    changes.transaction(async (trx) => {
      await shareNamesLock(trx)
      await letCount(trx, actorOf(call, now()), call.params.id)
      return { status: 'success' as const }
    }),
  )
}
