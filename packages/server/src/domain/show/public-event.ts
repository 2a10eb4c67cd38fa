/** What the public page says about an event beside its results. It is read once after each change. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { EventRules, getPublicEvent, StreamerState } from '@rollcall/contract/show-links'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { pointsEach } from '@rollcall/scoring/explanation'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { EventBoards } from '../events/boards/event-boards.ts'
import type { EventTags } from '../events/boards/event-tags.ts'
import { listFrozenAdjustments } from '../events/boards/frozen-board.ts'
import { sumPoints } from '../events/boards/read-board.ts'
import { findEventToScore } from '../events/event-to-score.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { countsInEvent } from '../scoring/counting-configuration.ts'
import { CHANNEL_PAGE } from '../standings/channel-labels.ts'
import { findHeldGames, type HeldGames, isHeld, isSnapshotHeld } from '../visibility/held-games.ts'
import { endsShow, isRevealed, showsStandings } from '../visibility/shown-step.ts'
import type { ScreenView } from './views.ts'

type PublicEvent = ResponseOf<typeof getPublicEvent>
type Contest = PublicEvent['streamers'][number]['contest']

interface StoredStreamer
  extends Pick<PublicEvent['streamers'][number], 'username' | 'profileImageUrl' | 'channel'> {
  userId: number
  /** When the last game that counts ended; null: none does. */
  lastGameAt: Date | null
  hasSnapshot: boolean
}

interface StoredPublicEvent extends Pick<PublicEvent, 'series' | 'rules' | 'adjustments'> {
  streamers: readonly (StoredStreamer & { contest: Contest })[]
}

/** For this long after a game, its streamer is running. */
const RUNNING_MS = 30 * MINUTE_MS

/** The limit for the participants of all events together. */
const MOST_PARTICIPANTS = 20_000

interface Parts {
  boards: EventBoards
  eventTags: EventTags
}

export class PublicEvents {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #parts: Parts
  readonly #cache: CachedValues<StoredPublicEvent>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>, parts: Parts) {
    this.#context = context
    this.#parts = parts
    this.#cache = new CachedValues(context.changes, {
      maxSize: MOST_PARTICIPANTS,
      measure: ({ streamers, adjustments }) => 1 + streamers.length + adjustments.length,
    })
  }

  async describe({ show, state }: ScreenView): Promise<PublicEvent> {
    const { db, now } = this.#context
    const { boards, eventTags } = this.#parts
    const eventId = show.event.id
    const event = { eventId, organiserId: show.ownerId }
    const held = await findHeldGames(db, { eventId, now: now() })
    // The overlay already shows who is ahead, and after the show everybody knows.
    const seesContest = showsStandings(show, state, now()) || endsShow(state)
    const shown = isRevealed(state) ? state.board : null
    const { streamers, ...rest } = await this.#cache.get({
      // What other events hold also changes with time.
      key: JSON.stringify([eventId, held, seesContest, shown]),
      tags: ['names', `show:${eventId}`, ...(await eventTags.of(eventId))],
      load: async () => {
        const contest = seesContest ? await findContest(db, boards, event) : null
        const listed = await listStreamers(db, eventId, held)
        return {
          series: await findRound(db, eventId),
          rules: await findRules(db, eventId),
          adjustments:
            shown === null ? [] : await listFrozenAdjustments(db, { eventId, board: shown }),
          streamers: listed
            .map((each) => ({ ...each, contest: contest?.get(each.userId) ?? null }))
            .toSorted((one, other) => pointsOf(other) - pointsOf(one)),
        }
      },
    })
    return {
      ...rest,
      streamers: streamers.map(({ userId: _, lastGameAt, hasSnapshot, ...streamer }) => ({
        ...streamer,
        state: stateOf({ lastGameAt, hasSnapshot }, show.event, now()),
      })),
    }
  }
}

const pointsOf = ({ contest }: { contest: Contest }) => contest?.points ?? Number.NEGATIVE_INFINITY

function stateOf(
  { lastGameAt, hasSnapshot }: Pick<StoredStreamer, 'lastGameAt' | 'hasSnapshot'>,
  { endsAt }: { endsAt: string },
  now: Date,
): StreamerState {
  const isOver = now >= new Date(endsAt)
  if (lastGameAt === null && !hasSnapshot) {
    return isOver ? 'missing' : 'waiting'
  }
  const isRunning = lastGameAt !== null && now.getTime() - lastGameAt.getTime() < RUNNING_MS
  return isRunning && !isOver ? 'running' : 'has-run'
}

/** What the racers of each streamer with results have won, as everybody may see it, by user. */
async function findContest(
  db: Db,
  boards: EventBoards,
  event: { eventId: number; organiserId: number },
): Promise<ReadonlyMap<number, NonNullable<Contest>>> {
  const { streamers } = await boards.getStreamerBoards(event)
  const sums = await sumPoints(
    db,
    streamers.map(({ id }) => id),
  )
  return new Map(
    streamers.map(({ id, userId, rowCount }) => [
      userId,
      { points: sums.get(id) ?? 0, racers: rowCount },
    ]),
  )
}

/** The participants by login, and what of theirs counts. */
async function listStreamers(
  db: Db,
  eventId: number,
  held: readonly HeldGames[],
): Promise<StoredStreamer[]> {
  const { rows } = await sql<StoredStreamer>`
    select
      streamer.id as "userId", ${shownNameColumn('streamer')} as username,
      streamer.profile_image_url as "profileImageUrl", ${CHANNEL_PAGE} as channel,
      (
        select max(game.finished_at) from games as game
        where game.channel_id = channel.id and ${countsInEvent} and not ${isHeld(held)}
      ) as "lastGameAt",
      exists (
        select from event_standings as snapshot
        where snapshot.event_id = event.id and snapshot.channel_id = channel.id
          and not ${isSnapshotHeld(held)}
      ) as "hasSnapshot"
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    left join channels as channel on channel.user_id = streamer.id
    where event.id = ${eventId}
    order by streamer.login`.execute(db)
  return rows
}

/** The event's place in its series; null: it is in none. */
async function findRound(db: Db, eventId: number): Promise<PublicEvent['series']> {
  const { rows } = await sql<NonNullable<PublicEvent['series']>>`
    select series.name, listed.round, listed.of,
      case when series.league_rules is not null then series.public_token end as league
    from events as event
    join event_series as series on series.id = event.series_id
    cross join lateral (
      select id, count(*) over () as of,
        row_number() over (order by series_position nulls last, starts_at, id) as round
      from events where events.series_id = series.id
    ) as listed
    where event.id = ${eventId} and listed.id = event.id`.execute(db)
  return rows[0] ?? null
}

/** @throws {ApiError} if the event has just been deleted */
async function findRules(db: Db, eventId: number): Promise<EventRules> {
  const event = await findEventToScore(db, eventId)
  if (event === null) {
    throw new ApiError('no_such_link')
  }
  const { configuration } = event
  return {
    modes: configuration.gameModes,
    positions: configuration.positions.map(({ points }) => points),
    paysUnfinished: configuration.givePositionPointsOnDNF,
    each: Object.fromEntries(
      Object.entries(pointsEach(configuration)).filter(([, points]) => points !== 0),
    ),
  }
}
