/**
 * How an event stands: a board for each streamer who takes part and has results. The streamer's
 * snapshot counts where there is one, else the rankable games that finished in the event's window.
 */
import type { BoardRow } from '@rollcall/scoring/board-row'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { uploadedTerm } from '@rollcall/scoring/explanation'
import { type Racer, racerName } from '@rollcall/scoring/racer'
import { scoreGames } from '@rollcall/scoring/score-games'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Schema } from '../../database/schema.ts'
import { countingConfiguration } from './counting-configuration.ts'
import { countedGames, isOneOf, loadGames, versionOfGames } from './event-games.ts'
import type { Asker } from './queries.ts'

/** A streamer who takes part and has results, with what their board is made of. */
export interface Standing {
  userId: number
  username: string
  channelId: number
  source: 'snapshot' | 'games'
  /** Another one wherever the results are others. */
  version: string
}

export interface EventToScore {
  id: number
  startsAt: Date
  endsAt: Date
  configuration: LeaderboardConfiguration
  /** Creator, participant or admin. */
  isConcerned: boolean
}

/** The event with the configuration that counts, and whether it is the asker's concern. */
export async function findEventToScore(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<EventToScore | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      countingConfiguration.as('configuration'),
      sql<boolean>`(
        ${asker.isAdmin}::boolean or event.created_by = ${asker.userId} or exists (
          select from event_participants as mine
          where mine.event_id = event.id and mine.user_id = ${asker.userId}
        )
      )`.as('isConcerned'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ?? null
}

/** The configuration that an event is scored by; null where there is no such event. */
export async function findConfigurationOfEvent(
  db: Db,
  eventId: number,
): Promise<LeaderboardConfiguration | null> {
  const row = await db
    .selectFrom('events as event')
    .select(countingConfiguration.as('configuration'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row?.configuration ?? null
}

/** The boards there are, by the streamer's login; of one streamer where one is named. */
export async function listStandings(
  db: Db,
  event: EventToScore,
  userId?: number,
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select
      streamer.id as "userId",
      streamer.username,
      channel.id as "channelId",
      case when standing.channel_id is null then 'games' else 'snapshot' end as source,
      coalesce(standing.snapshot_hash, played.games) as version
    from event_participants as participant
    join users as streamer on streamer.id = participant.user_id
    join channels as channel on channel.user_id = streamer.id
    left join event_standings as standing
      on standing.event_id = participant.event_id and standing.channel_id = channel.id
    left join lateral (
      select ${versionOfGames} as games
      from games as game
      where standing.channel_id is null
        and game.channel_id = channel.id
        and ${countedGames(event)}
    ) as played on true
    where participant.event_id = ${event.id}
      and (${userId ?? null}::integer is null or streamer.id = ${userId ?? null})
      and coalesce(standing.snapshot_hash, played.games) is not null
    order by streamer.login`.execute(db)
  return rows
}

/**
 * A board's rows and their version, null where there are none any more: read by one statement, so that
 * they belong together. Where racers are named, only theirs, at no more work than that takes.
 */
export async function loadRows(
  db: Db,
  event: EventToScore,
  { channelId, source }: Standing,
  racers?: readonly Racer[],
): Promise<{ version: string | null; rows: BoardRow[] }> {
  if (source === 'snapshot') {
    return snapshotRows(db, { eventId: event.id, channelId, racers })
  }
  const { version, games } = await loadGames(db, { channelId, event, racers })
  // Each racer's row is made of the racer's own results and hits.
  return { version, rows: scoreGames({ configuration: event.configuration, games }) }
}

type StoredRacer = Omit<Schema['event_racers'], 'event_id' | 'channel_id' | 'damage'>

async function snapshotRows(
  db: Db,
  asked: { eventId: number; channelId: number; racers: readonly Racer[] | undefined },
): Promise<{ version: string | null; rows: BoardRow[] }> {
  const { rows } = await sql<{ version: string; racers: Columns<StoredRacer> }>`
    select
      standing.snapshot_hash as version,
      (
        select ${columnsOf<StoredRacer>({
          platform: 'platform',
          login: 'login',
          event_points: 'event_points',
          race_points: 'race_points',
          race_wins: 'race_wins',
          race_games: 'race_games',
          royale_points: 'royale_points',
          royale_wins: 'royale_wins',
          royale_games: 'royale_games',
          crown_wins: 'crown_wins',
          kills: 'kills',
          eliminations: 'eliminations',
        })}
        from (
          select * from event_racers as racer
          where racer.event_id = standing.event_id
            and racer.channel_id = standing.channel_id
            and ${isOneOf(asked.racers)}
          order by platform, login
        ) as racer
      ) as racers
    from event_standings as standing
    where standing.event_id = ${asked.eventId}
      and standing.channel_id = ${asked.channelId}`.execute(db)
  const [snapshot] = rows
  return snapshot === undefined
    ? { version: null, rows: [] }
    : { version: snapshot.version, rows: rowsOf(snapshot.racers).map(rowOfSnapshot) }
}

function rowOfSnapshot(racer: StoredRacer): BoardRow {
  return {
    racer_name: racerName(racer),
    event_points: racer.event_points,
    race_points: racer.race_points,
    race_wins: racer.race_wins ?? 0,
    race_races: racer.race_games ?? 0,
    // A snapshot has no high scores.
    race_hs: null,
    br_points: racer.royale_points,
    br_wins: racer.royale_wins ?? 0,
    br_races: racer.royale_games ?? 0,
    br_hs: null,
    kills: racer.kills,
    eliminations: racer.eliminations,
    crown_wins: racer.crown_wins ?? 0,
    terms: [uploadedTerm(racer.event_points)],
  }
}
