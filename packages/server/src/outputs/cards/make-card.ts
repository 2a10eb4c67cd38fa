/** Makes the share picture of an event, or of one racer in it, from what everybody may see of its show. */
import { normalLogin, shownName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import {
  FROZEN_COLUMNS,
  FROZEN_NAME,
  type FrozenBoard,
  joinFrozenHidden,
  type StoredRow,
} from '../../domain/events/boards/frozen-board.ts'
import {
  formatPoints,
  titleOf,
  type Uncovered,
  uncoveredRows,
} from '../../domain/show/board/uncovered-rows.ts'
import { type ScreenView, shownRow } from '../../domain/show/views.ts'
import { uncoveredFrom } from '../../domain/visibility/shown-step.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Card, CardRacer } from './card.ts'
import { cardDays, plain, siteName } from './card-texts.ts'

const LISTED = 4
const ON_PODIUM = 3
const NAMED_STREAMERS = 3

/** For a racer who is hidden or unknown, it is the event's picture. */
export async function makeCard(
  { db, config }: { db: Db; config: Config },
  { show, state, view, podiumCount }: ScreenView,
  racer: string | undefined,
): Promise<Card> {
  const about = {
    title: plain(titleOf(view)),
    about: `${formatDates(view.event)}${formatStreamers(view.event.streamers)}`,
    site: siteName(config),
  }
  const fromRank = uncoveredFrom(state)
  const frozen = { eventId: show.event.id, board: state.board }
  const asked = { ...frozen, fromRank: fromRank ?? 0, name: racer ?? '' }
  const own = fromRank === null || racer === undefined ? null : await findRow(db, asked)
  const rows = uncoveredRows(view.rows)
  if (own !== null) {
    return { ...about, kind: 'racer', racer: cardRacer(own, [own]), of: view.rowCount }
  }
  const [first] = rows
  if (first === undefined) {
    return { ...about, kind: 'announcement' }
  }
  const shown = rows.slice(0, first.rank === 1 ? ON_PODIUM : LISTED)
  const racers = shown.map((row) => cardRacer(row, shown))
  return first.rank === 1
    ? { ...about, kind: 'podium', racers, more: Math.max(0, podiumCount - ON_PODIUM) }
    : { ...about, kind: 'board', racers, covered: first.rank - 1 }
}

async function findRow(
  db: Db,
  { eventId, board, fromRank, name }: FrozenBoard & { fromRank: number; name: string },
): Promise<Uncovered | null> {
  const { rows } = await sql<StoredRow>`
    select ${FROZEN_COLUMNS}
    from show_rows as row ${joinFrozenHidden(eventId)}
    where row.event_id = ${eventId} and row.board = ${board} and row.rank >= ${fromRank}
      and not row.is_disqualified and ${FROZEN_NAME} in (${name}, ${normalLogin(name)})
    order by row.position
    limit 1`.execute(db)
  return rows[0] ? shownRow(rows[0]) : null
}

const cardRacer = (row: Uncovered, among: readonly Uncovered[]): CardRacer => ({
  key: row.racer_name,
  name: plain(shownName(row)),
  color: row.color ?? null,
  rank: row.rank,
  points: formatPoints(row, among),
})

function formatDates({ startAt, endAt }: { startAt: string; endAt: string }): string {
  return cardDays.formatRange(new Date(startAt), new Date(endAt))
}

function formatStreamers(streamers: readonly { username: string }[]): string {
  const named = streamers.slice(0, NAMED_STREAMERS).map(({ username }) => plain(username))
  const others = streamers.length - named.length
  const all = others > 0 ? [...named, `${others} more`] : named
  return all.length === 0 ? '' : ` · ${list.format(all)}`
}

const list = new Intl.ListFormat('en-GB')
