import { getLeaguePrizes } from '@rollcall/contract/leagues-prizes'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findLeague } from './find-league.ts'
import { EMPTY, type LeagueTables } from './kept-tables.ts'
import { servePassOver } from './pass-over.ts'
import { describeOwnPrizes } from './prizes.ts'
import { listRounds } from './rounds.ts'
import { serveSetPrizes } from './set-prizes.ts'

/** What organisers do with a league's prizes. */
export function servePrizes(serve: Serve, context: AppContext & { tables: LeagueTables }): void {
  const { db, now, tables } = context
  serve(getLeaguePrizes, async ({ caller, params }) => {
    const seriesId = params.id
    const { rules, prizes, canEdit } = await findLeague(db, { seriesId, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId, now: now() })
    const table = rules === null ? EMPTY : await tables.get(rules, rounds)
    return describeOwnPrizes(db, { seriesId, prizes, rounds, table })
  })

  serveSetPrizes(serve, context)
  servePassOver(serve, context)
}
