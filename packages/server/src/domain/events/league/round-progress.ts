/**
 * How far each channel of a round is: the only place that says it has run, is missing or does not count.
 * docs/decisions/179-slots-and-progress.md
 */
import type { PageAddress } from '@rollcall/contract/endpoint'
import type { ChannelOfRound, ChannelState, Run } from '@rollcall/contract/league-runs'
import type { Refusal } from '@rollcall/scoring/prescription'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import { countsInEvent, isCountedMode } from '../../scoring/counting-configuration.ts'
import { isOpenBoard } from '../../visibility/event-access.ts'
import { isHeldElsewhere } from '../../visibility/held-games.ts'

/** The number of games that the query's `event` prescribes for each channel; null: none. */
const WANTED = sql<number | null>`(event.prescription -> 'games' ->> 'count')::integer`

/** When as many games of the query's `participant` counted as its `event` prescribes; null: fewer do. */
const enoughAt = (isSeen: RawBuilder<boolean>) => sql<Date | null>`(
  case when ${WANTED} is not null then (
    select (array_agg(game.finished_at order by game.finished_at, game.id))[${WANTED}]
    from channels as channel
    join prescribed_games as decided on decided.channel_id = channel.id
    join games as game on game.channel_id = channel.id and game.id = decided.game_id
    where channel.user_id = participant.user_id and decided.event_id = event.id
      and decided.refusal is null and ${isSeen}
  ) end
)`

/** What people have said about it goes before the number of games. */
const ranAt = (isSeen: RawBuilder<boolean>) => sql<Date | null>`coalesce(
  participant.run_at, case when participant.run_said_by is null then ${enoughAt(isSeen)} end
)`

/**
 * Since when the query's `participant` has run its `event`, as everybody may know it; its `show` may be missing. While
 * results are sealed, the number of games that count says nothing.
 */
export const ranForAll = (now: Date): RawBuilder<Date | null> =>
  ranAt(sql<boolean>`(${isOpenBoard} and not ${isHeldElsewhere(now)})`)

/** The same for the streamer. */
export const RAN_FOR_STREAMER = ranAt(sql<boolean>`true`)

/** When the query's `participant` has announced to run its `event`. Once the days were moved, that may say nothing. */
export const SLOT = sql<Date | null>`(
  case when participant.runs_at >= event.starts_at and participant.runs_at < event.ends_at
    then participant.runs_at end
)`

export interface ChannelProgress {
  eventId: number
  userId: number
  names: { username: string; display_name?: string }
  page: PageAddress
  /** They have hidden their name as a racer. */
  isHidden: boolean
  slot: Date | null
  state: ChannelState
  run: Run
  games: { counted: number; of: number } | null
  refusal: Refusal | null
}

interface Asked {
  eventIds: readonly number[]
  now: Date
  /**
   * `everything`: also what follows from sealed results, for those who may see them. `open`: nothing that says how many
   * games of a sealed round count.
   */
  sees: 'everything' | 'open'
  /** Only this streamer's channel, who also sees games that other events hold. */
  onlyOf?: number
}

/** By event, each in the order of the streamers' names. */
export async function listProgress(
  db: Db,
  asked: Asked,
): Promise<ReadonlyMap<number, ChannelProgress[]>> {
  const channels = (await readFacts(db, asked)).map((facts) => progressOf(facts, asked))
  return Map.groupBy(channels, ({ eventId }) => eventId)
}

interface Facts
  extends Pick<ChannelProgress, 'eventId' | 'userId' | 'names' | 'page' | 'isHidden' | 'slot'> {
  beginsAt: Date
  /** When its days are over, or its organiser has said so. */
  overAt: Date
  isOpen: boolean
  saidAt: Date | null
  saidBy: 'streamer' | 'organiser' | 'companion' | null
  enoughAt: Date | null
  wanted: number | null
  /** How many games count; a snapshot is one. */
  counted: number
  /** How many there are. */
  played: number
  refusal: Refusal | null
}

async function readFacts(db: Db, { eventIds, now, onlyOf }: Asked): Promise<Facts[]> {
  const isSeen =
    onlyOf === undefined ? sql<boolean>`not ${isHeldElsewhere(now)}` : sql<boolean>`true`
  const { rows } = await sql<Facts>`
    select event.id as "eventId", streamer.id as "userId", ${userNames('streamer')} as names,
      json_build_object('platform', streamer.platform, 'login', streamer.login) as page,
      streamer.hides_name_since is not null as "isHidden", ${SLOT} as slot,
      event.starts_at as "beginsAt", least(event.ends_at, round.ended_at) as "overAt",
      ${isOpenBoard} as "isOpen", participant.run_at as "saidAt", participant.run_said_by as "saidBy",
      ${enoughAt(isSeen)} as "enoughAt", ${WANTED} as wanted, results.*
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    left join shows as show on show.event_id = event.id
    left join league_rounds as round
      on round.series_id = event.series_id and round.event_id = event.id
    left join channels as channel on channel.user_id = streamer.id
    cross join lateral (${resultsOf(isSeen)}) as results
    where event.id = any(${eventIds}::integer[])
      and (${onlyOf ?? null}::integer is null or streamer.id = ${onlyOf ?? null})
    order by event.id, lower(streamer.username), streamer.id`.execute(db)
  return rows
}

/** What the query's `channel` has in its `event`. */
const resultsOf = (isSeen: RawBuilder<boolean>) => sql`
  select count(*) filter (where refusal is null)::integer as counted, count(*)::integer as played,
    (array_agg(refusal order by at desc) filter (where refusal is not null))[1] as refusal
  from (
    select game.finished_at as at, case
        when ${countsInEvent} then null
        when event.prescription is not null then decided.refusal
        when left_out.game_id is not null then 'left_out'
        when not ${isCountedMode} then 'other_mode'
        else 'not_ranked'
      end as refusal
    from games as game
    left join prescribed_games as decided
      on decided.event_id = event.id and decided.game_id = game.id
    left join left_out_games as left_out on left_out.channel_id = game.channel_id
      and left_out.season = game.season and left_out.game_id = game.id
    where game.channel_id = channel.id
      and game.finished_at >= event.starts_at and game.finished_at < event.ends_at and ${isSeen}
    union all
    select snapshot.received_at, null
    from event_standings as snapshot
    where snapshot.event_id = event.id and snapshot.channel_id = channel.id
      and event.prescription is null
  ) as result`

function progressOf(facts: Facts, { now, sees }: Asked): ChannelProgress {
  const { eventId, userId, names, page, isHidden, slot, wanted, counted } = facts
  const seesAll = sees === 'everything' || facts.isOpen
  const run = runOf(facts, seesAll)
  const shown = seesAll
    ? {
        games: wanted === null ? null : { counted, of: wanted },
        refusal: counted === 0 ? facts.refusal : null,
      }
    : { games: null, refusal: null }
  return {
    ...{ eventId, userId, names, page, isHidden, slot, run },
    state: stateOf({ ...facts, hasRun: run !== null, seesAll }, now),
    ...shown,
  }
}

function runOf({ saidAt, saidBy, enoughAt }: Facts, seesAll: boolean): Run {
  if (saidAt !== null && saidBy !== null) return { at: saidAt.toISOString(), by: saidBy }
  // They have taken it back, or it follows from results.
  if (saidBy !== null || enoughAt === null || !seesAll) return null
  return { at: enoughAt.toISOString(), by: 'games' }
}

/** Pure. */
export function stateOf(
  {
    beginsAt,
    overAt,
    slot,
    counted,
    played,
    hasRun,
    seesAll,
  }: Pick<Facts, 'beginsAt' | 'overAt' | 'slot' | 'counted' | 'played'> & {
    hasRun: boolean
    seesAll: boolean
  },
  now: Date,
): ChannelState {
  const isOver = overAt <= now
  if (seesAll && counted === 0 && played > 0) return 'refused'
  if (seesAll && counted === 0 && isOver) return 'missing'
  if (hasRun || isOver) return 'has-run'
  const hasStarted = seesAll && counted > 0
  if (slot !== null && slot > now && !hasStarted) return 'announced'
  return beginsAt > now ? 'to-come' : 'running'
}

/** As answers have it. */
export const shownProgress = ({
  names,
  page,
  state,
  slot,
  run,
  games,
  refusal,
}: ChannelProgress): ChannelOfRound => ({
  ...names,
  ...{ page, state, run, games, refusal },
  slot: slot?.toISOString() ?? null,
})
