import { hash } from 'node:crypto'
import type { ShowStreamer } from '@rollcall/contract/show'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { findAdjustments } from '../../events/boards/adjustments.ts'
import { type StoredWarning, wordWarnings } from '../../intake/word-receipts.ts'
import { SCOPE_ANYWHERE } from '../../people/racer-names.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { countingConfiguration, countsInEvent } from '../../scoring/counting-configuration.ts'
import { CHANNEL_PAGE } from '../../standings/channel-labels.ts'
import {
  countHeldResults,
  findHeldGames,
  type HeldGames,
  isHeld,
  isSnapshotHeld,
} from '../../visibility/held-games.ts'

/** What a board was made from, by user. A user's text changes if their results change. */
export type MadeFrom = Readonly<Record<string, string>>

/** The key of one more text, which changes if the event's configuration or days change. */
const RULES = 'rules'
/** The key of one more, for All Streamers of an event with adjustments. */
const ADJUSTMENTS = 'adjustments'

type Participant = Omit<ShowStreamer, 'receivedAt' | 'hasArrived'> & {
  receivedAt: Date | null
  /** See `MadeFrom`. */
  madeFrom: string
}

/** The participants, and what has arrived from each, ordered by login. */
export async function listParticipants(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<Participant[]> {
  const held = await findHeldGames(db, { eventId, now })
  const rows = await findStored(db, eventId, held)
  const counts = await countHeldResults(db, { eventId, held })
  const worded = await Promise.all(
    rows.map(({ warnings }) => wordWarnings(db, warnings, SCOPE_ANYWHERE)),
  )
  return rows.map(({ channelId, ...participant }, index) => {
    const results = counts.find((each) => each.channelId === channelId)
    return {
      ...participant,
      warnings: worded[index] ?? [],
      heldGames: results?.games ?? 0,
      hasHeldSnapshot: results?.hasSnapshot ?? false,
    }
  })
}

type StoredParticipant = Omit<Participant, 'heldGames' | 'hasHeldSnapshot' | 'warnings'> & {
  channelId: number | null
  warnings: StoredWarning[]
}

async function findStored(
  db: Db,
  eventId: number,
  held: readonly HeldGames[],
): Promise<StoredParticipant[]> {
  const isInEvent = sql<boolean>`(
    game.channel_id = channel.id
    and ${countsInEvent}
    and not ${isHeld(held)}
    -- While the streamer's snapshot is held, the board shows nothing of theirs.
    and not exists (
      select from event_standings as snapshot
      where snapshot.event_id = event.id and snapshot.channel_id = channel.id
        and ${isSnapshotHeld(held)}
    )
  )`
  const { rows } = await sql<StoredParticipant>`
    select
      channel.id as "channelId", participant.allows_pause as "allowsPause",
      participant.seal_answer as "sealAnswer",
      streamer.id as "userId", ${shownNameColumn('streamer')} as username, streamer.profile_image_url as "profileImageUrl",
      ${CHANNEL_PAGE} as channel,
      coalesce(snapshot.received_at, played.last_at) as "receivedAt",
      coalesce(snapshot.racer_count, played.racers) as "racerCount",
      played.games as "gameCount",
      coalesce(receipt.warnings, '[]') as warnings,
      concat_ws(' ', snapshot.snapshot_hash, counted.games) as "madeFrom"
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    left join channels as channel on channel.user_id = streamer.id
    left join event_standings as snapshot
      on snapshot.event_id = event.id and snapshot.channel_id = channel.id
      and not ${isSnapshotHeld(held)}
    cross join lateral (
      select
        count(distinct game.id) as games, max(game.finished_at) as last_at,
        count(distinct result.racer_id) as racers
      from games as game
      left join game_results as result on snapshot.event_id is null
        and result.channel_id = game.channel_id and result.season = game.season
        and result.game_id = game.id
      where ${isInEvent}
      ) as played
    cross join lateral (
      select md5(string_agg(
        concat_ws(' ', game.mode, game.game_key, game.content_hash, game.hits_hash), ','
        order by game.mode, game.game_key
      )) as games
      from games as game
      -- Beside a snapshot, only games that finished since the handover count: docs/scoring.md, Handover.
      where ${isInEvent}
        and (snapshot.event_id is null or game.finished_at >= channel.handed_over_at)
    ) as counted
    left join lateral (
      select upload.warnings from uploads as upload
      where upload.channel_id = channel.id and upload.event_id = event.id
        and snapshot.event_id is not null
        and upload.outcome = 'stored' and upload.undone_at is null
      order by upload.id desc
      limit 1
    ) as receipt on true
    where event.id = ${eventId}
    order by streamer.login`.execute(db)
  return rows
}

/** What the board of one streamer, or of All Streamers, would be made from now. */
export async function findMadeFrom(
  db: Db,
  { eventId, userId, now }: { eventId: number; userId: number | null; now: Date },
): Promise<MadeFrom> {
  const participants = await listParticipants(db, { eventId, now })
  return collectMadeFrom(participants, await findRules(db, eventId), userId)
}

export interface Rules {
  /** See `RULES`. */
  rules: string
  /** See `ADJUSTMENTS`; null: there are none. */
  adjustments: string | null
}

export function collectMadeFrom(
  participants: readonly Participant[],
  { rules, adjustments }: Rules,
  userId: number | null,
): MadeFrom {
  const counted = participants.filter((each) => userId === null || each.userId === userId)
  return {
    [RULES]: rules,
    ...(userId === null && adjustments !== null && { [ADJUSTMENTS]: adjustments }),
    ...Object.fromEntries(counted.map((each) => [String(each.userId), each.madeFrom])),
  }
}

/** Whether we know what a board was made from. We do not for invented boards, and for boards older than this record. */
export const isKnown = (made: MadeFrom): boolean => RULES in made

export async function findRules(db: Db, eventId: number): Promise<Rules> {
  const adjustments = await findAdjustments(db, eventId)
  const row = await db
    .selectFrom('events as event')
    .select(
      sql<string>`md5(concat_ws(' ', ${countingConfiguration},
        extract(epoch from event.starts_at), extract(epoch from event.ends_at)))`.as('rules'),
    )
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return {
    rules: row?.rules ?? '',
    adjustments: adjustments.length === 0 ? null : hash('md5', JSON.stringify(adjustments)),
  }
}
