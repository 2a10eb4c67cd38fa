import {
  getOwnEntry,
  listEntrants,
  listEntries,
  listOwnEntries,
} from '@rollcall/contract/league-entering'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import { serveConfirmEntry, serveRemoveEntry } from './decide-entry.ts'
import { serveEnterLeague, serveWithdrawEntry } from './enter-league.ts'
import {
  describeEntrants,
  describeEntries,
  describeOwnEntry,
  findLinkedLeague,
  findOwnEntries,
} from './read-entries.ts'

export function serveEntering(serve: Serve, context: AppContext): void {
  const { db } = context

  serve(listEntrants, async ({ params }) =>
    describeEntrants(db, await findLinkedLeague(db, params.token)),
  )

  serve(getOwnEntry, async ({ caller, params }) => {
    const league = await findLinkedLeague(db, params.token)
    return describeOwnEntry(db, { league, userId: caller.userId })
  })

  serve(listOwnEntries, ({ caller }) => findOwnEntries(db, caller.userId))

  serve(listEntries, async ({ caller, params }) => {
    const seriesId = params.id
    const { canEdit } = await findLeague(db, { seriesId, viewer: caller })
    return canEdit ? describeEntries(db, seriesId) : UNAUTHORIZED
  })

  serveEnterLeague(serve, context)
  serveWithdrawEntry(serve, context)
  serveConfirmEntry(serve, context)
  serveRemoveEntry(serve, context)
}
