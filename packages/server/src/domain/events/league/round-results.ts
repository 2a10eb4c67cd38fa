/** What each row has of a round whose results everybody may see. */
import { NO_FACTS, type ResultWithFacts, type RoundFacts } from '@rollcall/scoring/bonus'
import { fairPoints } from '@rollcall/scoring/fair-points'
import {
  addFractions,
  compareFractions,
  type Fraction,
  times,
  whole,
} from '@rollcall/scoring/fraction'
import { addPoints, toHundredths } from '@rollcall/scoring/points'
import type { Racer } from '@rollcall/scoring/racer'
import { bestChannels, type ChannelPart } from '@rollcall/scoring/round-rows'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ownersByLogin, ownsDuring } from '../../people/login-owners.ts'
import { joinTied, listScope } from '../../people/racer-names.ts'
import { type EventBoards, isMerged, type ShownBoard } from '../boards/event-boards.ts'
import { channelsOf, firstOf, GAMES, joinPlayed, laterChannelIdOn } from '../boards/read-board.ts'
import { hadEntered } from './entering/entered.ts'
import type { SeriesRound } from './rounds.ts'

/** Whom a row is about: a person under all their logins, or one login. */
export interface RowOwner extends Racer {
  /** null: the row is about the login. */
  userId: number | null
  /** The row of a hidden racer may be what they have on one channel. */
  laterChannelId: number | null
  /** Only of a streamer's row: their channel. */
  channelId?: number
}

export interface RoundResults {
  results: ResultWithFacts[]
  /** By row. */
  owners: ReadonlyMap<string, RowOwner>
  /** Whose the rows of hidden racers are, for their teams. No answer may join the two. */
  hiddenOwners: ReadonlyMap<string, number>
}

export interface StoredResult extends Racer {
  racerId: number
  userId: number | null
  /** The hidden racer whose row it is; null on channels where nobody may know that it is theirs. */
  hiddenUserId: number | null
  /** What a hidden racer is sorted by; null for everybody else. */
  tied: number | null
  laterChannelId: number | null
  /** Without adjustments. */
  points: number
  adjustment: number
  isDisqualified: boolean
  /** null: some channel does not say how many. */
  games: number | null
  /** null: nothing. */
  facts: RoundFacts | null
  /** Only if the best channels or fair points count; null: the board was frozen without it. */
  channels: readonly ChannelPart[] | null
}

type RoundToRead = Pick<
  SeriesRound,
  'seriesId' | 'eventId' | 'organiserId' | 'startsAt' | 'endsAt' | 'board' | 'isForEntrants'
>

/** What of a row's results counts. */
export interface Counted {
  /** How many of its channels; null: all. */
  best: number | null
  /** How many of its first games, for fair points; null: these do not count. */
  fairGames: number | null
}

/**
 * What everybody sees on the round's board; null if nobody has any results. Of a board that was frozen before frozen
 * boards said what is from which channel, or in which games, nobody knows what counts: then the round has no results.
 */
export async function readRound(
  parts: { db: Db; boards: EventBoards },
  round: RoundToRead,
  counted: Counted,
): Promise<RoundResults | null> {
  const { eventId, board } = round
  const { best, fairGames } = counted
  const needsChannels = best !== null || fairGames !== null
  if (
    needsChannels &&
    board !== null &&
    (await isPartlyKnown(parts.db, { eventId, board }, counted))
  ) {
    return null
  }
  const rows = await readBoardRows(parts, round, needsChannels ? (fairGames ?? 0) : null)
  // Who enters later did not race in a round in which nobody had entered.
  const hasOthers =
    rows.length === 0 &&
    round.isForEntrants &&
    (await readBoardRows(parts, { ...round, isForEntrants: false })).length > 0
  return rows.length === 0 && !hasOthers ? null : addUp(rows, counted)
}

/**
 * The rows of that board; those with one `rowKey` are one row of the league.
 *
 * @param games how many games of each channel; null: without channels
 */
export async function readBoardRows(
  { db, boards }: { db: Db; boards: EventBoards },
  round: RoundToRead,
  games: number | null = null,
): Promise<StoredResult[]> {
  const { eventId, organiserId, startsAt, endsAt, board } = round
  const results =
    board === null
      ? currentResults(
          await boards.getBoard(await boards.getStreamerBoards({ eventId, organiserId }), null),
          games,
        )
      : frozenResults({ eventId, board }, games)
  const isThen = ownsDuring('period', {
    from: sql`${startsAt}::timestamptz`,
    until: sql`${endsAt}::timestamptz`,
  })
  const { rows } = await sql<StoredResult>`
    select coalesce(person.platform, racer.platform) as platform,
      coalesce(person.login, racer.login) as login, person.id as "userId", tied.number as tied,
      row.later_channel_id as "laterChannelId", row.points, row.adjustment,
      row.is_disqualified as "isDisqualified", row.games, row.racer_id as "racerId",
      ${FACTS} as facts, row.channels,
      case when row.later_channel_id is null then hider.id end as "hiddenUserId"
    from (${results}) as row
    join racers as racer on racer.id = row.racer_id
    ${joinTied(listScope('league'))}
    left join ${ownersByLogin(isThen)} as owner
      on owner.platform = racer.platform and owner.login = racer.login
    -- Two logins of a hidden racer as one row would tell that they are one person's.
    left join users as person
      on person.id = owner.user_id and owner.owners = 1 and tied.number is null
      -- A login that they gave up is not hidden, and must not be joined to somebody who is.
      and person.hides_name_since is null
    left join users as hider
      on hider.id = owner.user_id and owner.owners = 1 and tied.number is not null
      and hider.hides_name_since is not null
    where ${round.isForEntrants ? hadEntered(round, sql`owner`) : sql`true`}`.execute(db)
  return rows
}

/** Whether a frozen board does not say what its rows have on each channel, because an earlier release froze it. */
export async function isPartlyKnown(
  db: Db,
  { eventId, board }: { eventId: number; board: number },
  { fairGames }: Pick<Counted, 'fairGames'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('show_rows')
    .select('position')
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where(
      fairGames === null
        ? sql<boolean>`channels is null`
        : sql<boolean>`(channels is null or channels @? '$[*] ? (!exists(@.fair))')`,
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Selects what the board's rows give. */
function currentResults(board: ShownBoard, games: number | null): RawBuilder<unknown> {
  return sql`
    select row.racer_id, ${laterChannelIdOn(board)} as later_channel_id,
      row.event_points - adjusted.points as points, adjusted.points as adjustment,
      row.is_disqualified, ${GAMES} as games, ${SINGLE_GAMES},
      coalesce(row.participation, 0) as participation, adjusted.given,
      ${games === null ? sql`null::jsonb` : channelsOf(board.parts, games)} as channels
    from event_board_rows as row
    join racers as racer on racer.id = row.racer_id
    ${joinPlayed(board.parts)}
    cross join lateral (${isMerged(board) ? ADJUSTED : sql`select 0::numeric as points, '{}'::text[] as given`}) as adjusted
    where row.board_id = ${board.id}`
}

/** The same of a frozen board. */
const frozenResults = (
  { eventId, board }: { eventId: number; board: number },
  games: number | null,
) => sql`
  select row.racer_id, row.later_channel_id, row.event_points - adjusted.points as points,
    adjusted.points as adjustment, row.is_disqualified, row.games, ${SINGLE_GAMES},
    adjusted.participation, adjusted.given, ${games === null ? sql`null::jsonb` : frozenChannels(games)} as channels
  from show_rows as row
  cross join lateral (${ADJUSTED}) as adjusted
  where row.event_id = ${eventId} and row.board = ${board}`

/** With fewer games than the board has kept. */
const frozenChannels = (games: number) =>
  games === 0
    ? sql`row.channels`
    : sql`(
        select jsonb_agg(part || jsonb_build_object('fair', ${firstOf(sql`(part -> 'fair')`, games)}))
        from jsonb_array_elements(row.channels) as part
      )`

/** Boards of earlier releases do not say them. */
const SINGLE_GAMES = sql`
  coalesce(row.single_games, 0) as single_games, coalesce(row.checkpoints, 0) as checkpoints`

/** null for most rows of a snapshot, since reading it costs as much as the rest of the row. */
const FACTS = sql<RoundFacts | null>`
  case when row.checkpoints > 0 or row.single_games > 0 or row.participation <> 0 or row.given <> '{}'
    then jsonb_build_object(
      'checkpoints', row.checkpoints, 'singleGames', row.single_games,
      'participation', row.participation, 'given', row.given
    ) end`

const ADJUSTED = sql`
  select coalesce(sum(term.points) filter (where term.kind = 'adjusted'), 0) as points,
    coalesce(array_agg(term.bonus) filter (where term.bonus is not null), '{}') as given,
    coalesce(sum(term.points) filter (where term.kind = 'participation'), 0) as participation
  from jsonb_to_recordset(coalesce(row.terms, '[]')) as term (kind text, points numeric, bonus text)`

function addUp(rows: readonly StoredResult[], { best, fairGames }: Counted): RoundResults {
  const owners = new Map<string, RowOwner>()
  const hiddenOwners = new Map<string, number>()
  const summed = new Map<string, Summed>()
  for (const row of rows) {
    const key = rowKey(row)
    const { platform, login, userId, hiddenUserId } = row
    const laterChannelId = row.tied === null ? null : row.laterChannelId
    owners.set(key, { platform, login, userId, laterChannelId })
    if (hiddenUserId !== null) hiddenOwners.set(key, hiddenUserId)
    const before = summed.get(key)
    summed.set(key, before === undefined ? row : addLogins(before, row))
  }
  const counted = best === null ? summed : countBest(summed, best)
  const scored = fairGames === null ? counted : scoreFairly(counted, fairGames)
  return { owners, hiddenOwners, results: ranked(scored) }
}

/** From a row's first games on all channels. */
const scoreFairly = (rows: ReadonlyMap<string, Summed>, games: number) =>
  new Map(
    Array.from(rows, ([key, row]) => {
      const places = (row.channels ?? []).flatMap(({ fair }) => fair ?? [])
      return [key, { ...row, fair: fairPoints(places, games) }] as const
    }),
  )

/**
 * The same in all rounds. Equal rows are in the order of their keys: by login, hidden racers after all others in an order
 * that tells nothing.
 */
export function rowKey({
  platform,
  login,
  userId,
  tied,
  laterChannelId,
}: Pick<StoredResult, 'platform' | 'login' | 'userId' | 'tied' | 'laterChannelId'>): string {
  return tied === null
    ? `${login} ${platform} ${userId ?? ''}`
    : `~${String(tied).padStart(16, '0')} ${laterChannelId ?? ''}`
}

const countBest = (summed: ReadonlyMap<string, Summed>, best: number) =>
  new Map(
    Array.from(summed, ([key, row]) => {
      if (row.isDisqualified) return [key, row]
      const { participation, ...counted } = bestChannels(row.channels ?? [], best)
      return [key, { ...row, ...counted, facts: { ...(row.facts ?? NO_FACTS), participation } }]
    }),
  )

type Summed = Pick<
  StoredResult,
  'points' | 'adjustment' | 'isDisqualified' | 'games' | 'facts' | 'channels'
>

/** What a disqualified login has counts for nothing. A person is disqualified if all their logins are. */
function addLogins(one: Summed, other: Summed): Summed {
  if (one.isDisqualified || other.isDisqualified) {
    return one.isDisqualified ? other : one
  }
  return {
    points: addPoints(one.points, other.points),
    adjustment: addPoints(one.adjustment, other.adjustment),
    isDisqualified: false,
    games: addOrUnknown(one.games, other.games),
    facts: addFacts(one.facts ?? NO_FACTS, other.facts ?? NO_FACTS),
    channels: [...(one.channels ?? []), ...(other.channels ?? [])],
  }
}

const addFacts = (one: RoundFacts, other: RoundFacts): RoundFacts => ({
  checkpoints: one.checkpoints + other.checkpoints,
  singleGames: one.singleGames + other.singleGames,
  participation: addPoints(one.participation, other.participation),
  given: [...one.given, ...other.given],
})

const addOrUnknown = (a: number | null, b: number | null) =>
  a === null || b === null ? null : a + b

type Unranked = Omit<Summed, 'channels'> & Pick<ResultWithFacts, 'fair'>

/**
 * By fair points if rows have them, otherwise by event points; both with adjustments.
 *
 * @param rows what each row has before it has a rank
 */
export function ranked(rows: ReadonlyMap<string, Unranked>): ResultWithFacts[] {
  const summed = Array.from(rows, ([row, own]) => ({ row, own, sum: sumOf(own) }))
  const sorted = summed.toSorted(
    (a, b) =>
      Number(a.own.isDisqualified) - Number(b.own.isDisqualified) || compareSums(b.sum, a.sum),
  )
  let rank = 0
  let above: Sum | null = null
  return sorted.map(({ row, own, sum }, index) => {
    const { points, adjustment, isDisqualified, games, facts, fair } = own
    if (above === null || compareSums(sum, above) !== 0 || isDisqualified) rank = index + 1
    above = sum
    const result = {
      row,
      points,
      adjustment,
      isDisqualified,
      games,
      rank,
      facts: facts ?? NO_FACTS,
    }
    return fair === undefined ? result : { ...result, fair }
  })
}

/** In hundredths; a number, where it is enough, is much faster. */
type Sum = number | Fraction

const sumOf = ({ points, adjustment, fair }: Unranked): Sum =>
  fair === undefined
    ? toHundredths(points) + toHundredths(adjustment)
    : addFractions(times(fair, 100), whole(toHundredths(adjustment)))

function compareSums(a: Sum, b: Sum): number {
  const exact = (sum: Sum) => (typeof sum === 'number' ? whole(sum) : sum)
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : compareFractions(exact(a), exact(b))
}
