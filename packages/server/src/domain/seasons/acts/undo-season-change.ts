import { undoSeasonChange } from '@rollcall/contract/admin'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { moveHandOvers } from '../../people/sign-in/login-ownership.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { listSettings, lockSettings, saveSettings } from '../../site/settings.ts'
import { checkAllSeasons } from '../../standings/badge-checks.ts'
import { findLastChange } from '../season-change.ts'

/** As long as nobody has seen the new season but readers, all is as if it had never been current. */
export function serveUndoSeasonChange(serve: Serve, { changes, now }: AppContext): void {
  serve(undoSeasonChange, (call) =>
    changes.transaction(async (trx) => {
      await lockSettings(trx)
      const last = await findLastChange(trx)
      if (last === null) {
        throw new ApiError('season_never_changed')
      }
      if (last.to !== call.body.season) {
        throw new ApiError('season_changed_again')
      }
      if (last.final !== null) {
        throw new ApiError(last.final)
      }
      const { from, to } = last
      await trx.deleteFrom('season_starts').where('id', '=', last.id).execute()
      if (last.isNewSeason) {
        await trx.deleteFrom('seasons').where('number', '=', to).execute()
      }
      await moveHandOvers(trx, { since: last.at, from: to, to: from })
      await saveSettings(trx, {
        season: String(from),
        dev_season: await devSeasonBefore(trx, last),
      })
      await checkAllSeasons(trx)
      await recordAct(trx, actorOf(call, now()), {
        act: 'season-change-undone',
        facts: { before: String(to), after: String(from) },
      })
      return { settings: await listSettings(trx) }
    }),
  )
}

/** One that an admin has set since stays, unless it would not be later than the season. */
async function devSeasonBefore(
  trx: Db,
  { from, clearedDevSeason }: { from: number; clearedDevSeason: string | null },
): Promise<string> {
  const { dev_season: current = '' } = await listSettings(trx)
  const devSeason = current || (clearedDevSeason ?? '')
  return Number(devSeason) > from ? devSeason : ''
}
