/**
 * The server does some work after it has answered: it closes days that are over, and gives badges. It does so by
 * itself, too, and then holds the locks for a moment; that is why these wait until nothing is due.
 */
import { sql } from 'kysely'
import { checkNextBadges } from '../../src/domain/badges/check-badges.ts'
import { nameChampions } from '../../src/domain/badges/league-champions.ts'
import { EventBoards } from '../../src/domain/events/boards/event-boards.ts'
import { EventTags } from '../../src/domain/events/boards/event-tags.ts'
import { LeagueTables } from '../../src/domain/events/league/kept-tables.ts'
import { makeDueRoundsFinal } from '../../src/domain/events/league/make-final.ts'
import { closeNextDay } from '../../src/domain/standings/close-days.ts'
import type { TestServer } from './test-server.ts'

type Context = TestServer['context']

/** Closes every day that is over. */
export function closeDays(context: Context): Promise<void> {
  const due = sql<{ due: number }>`
    select count(*) as due from day_closings where due_at <= ${context.now()}`
  return workUntilNoneIsDue(context, due, () => closeNextDay(context))
}

/** Makes every badge check that is due. Those of held games are put off for a minute. */
export function checkBadges(context: Context): Promise<void> {
  const due = sql<{ due: number }>`
    select count(*) as due from badge_checks where due_at <= clock_timestamp() or kind = 'walk'`
  return workUntilNoneIsDue(context, due, () => checkNextBadges(context))
}

async function workUntilNoneIsDue(
  { db }: Context,
  due: ReturnType<typeof sql<{ due: number }>>,
  workOnOne: () => Promise<number>,
): Promise<void> {
  while ((await due.execute(db)).rows[0]?.due !== 0) {
    if ((await workOnOne()) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Notes which rounds of leagues are open, and makes those final that are due, as every process does once a minute. */
export const settleRounds = (context: Context): Promise<void> =>
  makeDueRoundsFinal({ ...context, boards: new EventBoards(context) })

/** Gives the badges of seasons that are finished, as every process does once a minute. */
export function settleChampions(context: Context): Promise<void> {
  const parts = { boards: new EventBoards(context), eventTags: new EventTags(context) }
  return nameChampions({ ...context, tables: new LeagueTables(context, parts) })
}
