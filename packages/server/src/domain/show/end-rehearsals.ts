/** Ends rehearsals that nobody has gone on with for a day, so that their invented boards go. */
import { DAY_MS } from '@rollcall/formats/durations'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import { everyMinute } from '../../platform/database/every-minute.ts'
import { forgetBoards } from '../events/boards/frozen-board.ts'

export function startEndingRehearsals(
  app: FastifyInstance,
  context: Pick<AppContext, 'changes' | 'now' | 'warn'>,
): void {
  const { warn } = context
  everyMinute(app, {
    work: () => endRehearsals(context),
    failure: 'rehearsals cannot be ended',
    warn,
  })
}

export function endRehearsals({
  changes,
  now,
}: Pick<AppContext, 'changes' | 'now'>): Promise<void> {
  const dayAgo = new Date(now().getTime() - DAY_MS)
  return changes.transaction(async (trx) => {
    const { rows } = await sql<{ eventId: number }>`
      update shows set phase = 'waiting', version = version + 1, board = null, results_board = null,
        reached = null,
        is_podium_open = false, step = null, blur_ms = 0
      where event_id in (
        select event_id from shows where phase = 'rehearsal' and moved_at < ${dayAgo}
        for update skip locked
      )
      returning event_id as "eventId"`.execute(trx)
    for (const { eventId } of rows) {
      await forgetBoards(trx, eventId)
      announce(trx, [`show:${eventId}/stage`, `show:${eventId}/organiser`])
    }
  })
}
