/** What each channel gave to a row of a round: its terms, and the games that they come from. */
import type { CellPart } from '@rollcall/contract/league-cells'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { explainTerms, mergeTerms, sumTerms, type Term } from '@rollcall/scoring/explanation'
import { channelsInOrder } from '@rollcall/scoring/round-rows'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { findChannelLabels } from '../../standings/channel-labels.ts'
import { type EventBoards, isMerged, type StreamerBoard } from '../boards/event-boards.ts'
import { isPartOf } from '../boards/read-board.ts'
import { listCellGames, NO_GAMES } from './cell-games.ts'
import type { StoredResult } from './round-results.ts'
import type { SeriesRound } from './rounds.ts'

interface Parts {
  db: Db
  boards: EventBoards
  now: Date
}

type Round = Pick<SeriesRound, 'eventId' | 'organiserId' | 'board'>

const isAdjusted = ({ kind }: Term) => kind === 'adjusted'
const isScored = (term: Term) => !isAdjusted(term)

/**
 * @param own the rows of the round's board that are the row, with their channels
 * @returns also the adjustments of the event
 */
export async function readParts(
  parts: Parts,
  rules: LeagueRules,
  { round, own }: { round: Round; own: readonly StoredResult[] },
): Promise<{ parts: CellPart[]; adjustments: Term[] }> {
  const terms = await listTerms(parts, round, own)
  const adjustments = terms.filter(isAdjusted)
  if (own.length === 0) return { parts: [], adjustments }
  const together = mergeTerms([terms.filter(isScored)])
  const best = rules.rows?.kind === 'racers' ? rules.rows.bestChannels : null
  if (own.some(({ channels }) => channels === null)) {
    // Those of all channels together are not what counts, if only the best ones do.
    return { parts: best === null ? [togetherPart(together)] : [], adjustments }
  }
  const channels = await readChannels(parts, { round, own, together })
  const counted = channels.map((part, index) => ({
    ...part,
    counts: best === null || index < best,
  }))
  // A frozen board has the terms of all channels together.
  const isIncomplete = best === null && channels.some(({ terms, games }) => isUnknown(terms, games))
  return { parts: [...counted, ...(isIncomplete ? [togetherPart(together)] : [])], adjustments }
}

const isUnknown = (terms: CellPart['terms'], games: CellPart['games']) =>
  terms.length === 0 && games === null

const togetherPart = (terms: readonly Term[]): CellPart => ({
  ...{ channel: null, counts: true, games: null, further: NO_GAMES.further },
  terms: explainTerms(terms),
  points: sumTerms(terms),
})

interface Asked {
  round: Round
  own: readonly StoredResult[]
  together: readonly Term[]
}

/** One part for each channel, the best first. What a frozen board does not say is what the event has now, if that gives the same points. */
async function readChannels(
  { db, boards, now }: Parts,
  { round, own, together }: Asked,
): Promise<Omit<CellPart, 'counts'>[]> {
  const channels = channelsInOrder(own.flatMap((row) => row.channels ?? []))
  const present = await listChannelTerms({ db, boards }, round, own)
  const same = channels.flatMap(({ channel, points }) => {
    const terms = mergeTerms(
      present.filter(({ channelId }) => channelId === channel).map((each) => each.terms),
    )
    const first = present.find(({ channelId }) => channelId === channel)
    return first === undefined || sumTerms(terms) !== points
      ? []
      : [{ channelId: channel, source: first.source, terms }]
  })
  const games = await listCellGames(
    db,
    { eventId: round.eventId, now },
    same.map(({ channelId, source }) => ({
      ...{ channelId, source },
      racerIds: present.filter((each) => each.channelId === channelId).map((each) => each.racerId),
    })),
  )
  const labels = await findChannelLabels(
    db,
    channels.map(({ channel }) => channel),
  )
  return channels.map(({ channel, points }) => {
    const found = same.find(({ channelId }) => channelId === channel)
    const terms = channels.length === 1 ? together : (found?.terms ?? [])
    return {
      ...{ channel: labels.get(channel) ?? null, points, terms: explainTerms(terms) },
      ...(found ? (games.get(channel) ?? NO_GAMES) : { ...NO_GAMES, games: null }),
    }
  })
}

const askedRows = (own: readonly StoredResult[]) => sql`unnest(
  ${own.map(({ racerId }) => racerId)}::integer[],
  ${own.map(({ laterChannelId }) => laterChannelId)}::integer[]
) as asked (racer_id, later_channel_id)`

/** Of all channels together, with the adjustments. */
async function listTerms(
  { db, boards }: Omit<Parts, 'now'>,
  round: Round,
  own: readonly StoredResult[],
): Promise<Term[]> {
  if (round.board !== null) {
    const { rows } = await sql<{ terms: Term[] }>`
      select row.terms from ${askedRows(own)}
      join show_rows as row on row.racer_id = asked.racer_id
        and row.later_channel_id is not distinct from asked.later_channel_id
      where row.event_id = ${round.eventId} and row.board = ${round.board}`.execute(db)
    return rows.flatMap(({ terms }) => terms)
  }
  const channels = await listChannelTerms({ db, boards }, round, own)
  const shown = await shownBoard(boards, round)
  const { rows } = await sql<{ terms: Term[] }>`
    select row.terms from ${askedRows(own)}
    join event_board_rows as row on row.racer_id = asked.racer_id
      and row.later_channel_id is not distinct from asked.later_channel_id
    where row.board_id = ${shown.id} and ${isMerged(shown)}::boolean
      and row.terms is not null`.execute(db)
  return [...channels, ...rows].flatMap(({ terms }) => terms)
}

const shownBoard = async (boards: EventBoards, round: Round) =>
  boards.getBoard(await boards.getStreamerBoards(round), null)

interface ChannelTerms {
  channelId: number
  racerId: number
  source: StreamerBoard['source']
  terms: readonly Term[]
}

/** Of each login on each channel as everybody sees it now. */
async function listChannelTerms(
  { db, boards }: Omit<Parts, 'now'>,
  round: Round,
  own: readonly StoredResult[],
): Promise<ChannelTerms[]> {
  const shown = await shownBoard(boards, round)
  const isOnBoard = isMerged(shown)
    ? sql<boolean>`row.later_channel_id is not distinct from asked.later_channel_id`
    : sql<boolean>`true`
  const { rows } = await sql<ChannelTerms>`
    with own as (
      select row.* from ${askedRows(own)}
      join event_board_rows as row on row.racer_id = asked.racer_id and ${isOnBoard}
      where row.board_id = ${shown.id}
    )
    select part_board.channel_id as "channelId", part.racer_id as "racerId", part_board.source,
      part.terms
    from own as row
    join event_board_rows as part on part.racer_id = row.racer_id
      and part.board_id = any(${shown.parts.map(({ id }) => id)}::bigint[]) and ${isPartOf}
    join event_boards as part_board on part_board.id = part.board_id`.execute(db)
  return rows
}
