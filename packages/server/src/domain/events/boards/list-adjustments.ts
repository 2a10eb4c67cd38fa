/** Lists the adjustments of an event: all of them, or those of somebody's own row. */
import type { ListedAdjustment, OwnAdjustment } from '@rollcall/contract/events-adjustments'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import { ownRacers } from '../../rights/event.ts'
import { type KnownNames, labelOf, takeLook } from '../../standings/racer-looks.ts'
import { joinAdjustedRow } from './adjustments.ts'
import type { ShownBoard } from './event-boards.ts'
import { joinBoardNames } from './read-board.ts'

type StoredListed = Pick<ListedAdjustment, 'id' | 'kind' | 'points' | 'reason' | 'isWaiting'> & {
  bonus: string | null
  note: string | null
  author: { username: string; display_name?: string }
  at: Date
} & Racer &
  KnownNames

/**
 * With the names that the board shows, in the order in which they were made.
 *
 * @param board All Streamers, as the reader sees it
 * @param seesNotes also who made them, and those without a row
 */
export async function listAdjusted(
  db: Db,
  board: ShownBoard,
  { seesNotes }: { seesNotes: boolean },
): Promise<ListedAdjustment[]> {
  const { joins, columns } = joinBoardNames(board)
  const { rows } = await sql<StoredListed>`
    select adjustment.id, adjustment.kind, adjustment.points, adjustment.reason, adjustment.bonus,
      adjustment.note, ${userNames('author')} as author, adjustment.at, racer.platform, racer.login, ${columns},
      not exists (
        select from event_board_rows as present
        where present.board_id = ${board.id} and present.racer_id = row.racer_id
          and present.later_channel_id is not distinct from row.later_channel_id
      ) as "isWaiting"
    from event_adjustments as adjustment
    ${joinAdjustedRow}
    join users as author on author.id = adjustment.author_id
    ${joins}
    where adjustment.event_id = ${board.eventId}
    order by adjustment.id`.execute(db)
  return rows
    .map((stored) => {
      const {
        row: { id, kind, points, reason, bonus, note, author, at, isWaiting },
        look,
      } = takeLook(stored)
      const made = { note, by: author, at: at.toISOString() }
      return {
        ...{ id, kind, points, reason, isWaiting },
        ...(bonus !== null && { bonus }),
        ...labelOf(look),
        ...(seesNotes && { made }),
      }
    })
    .filter(({ isWaiting }) => seesNotes || !isWaiting)
}

/** Those of the user's own rows on the board, with their notes. */
export async function listOwnAdjustments(
  db: Db,
  board: ShownBoard,
  userId: number,
): Promise<OwnAdjustment[]> {
  const { rows } = await sql<Omit<OwnAdjustment, 'bonus'> & { bonus: string | null }>`
    select adjustment.kind, adjustment.points, adjustment.reason, adjustment.bonus, adjustment.note
    from event_adjustments as adjustment
    ${joinAdjustedRow}
    join events as event on event.id = adjustment.event_id
    where event.id = ${board.eventId}
      and adjustment.racer_id in (select own.id from ${ownRacers(userId)} as own)
      and exists (
        select from event_board_rows as present
        where present.board_id = ${board.id} and present.racer_id = row.racer_id
          and present.later_channel_id is not distinct from row.later_channel_id
      )
    order by adjustment.id`.execute(db)
  return rows.map(({ bonus, ...own }) => ({ ...own, ...(bonus !== null && { bonus }) }))
}
