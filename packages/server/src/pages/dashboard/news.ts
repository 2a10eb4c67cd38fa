/** What happened since somebody's last visit, and what a streamer looks for first. */
import type { News, OwnStream } from '@rollcall/contract/dashboard'
import { racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { listBadges } from '../../domain/badges/read-badges.ts'
import { listChannelRanks } from '../../domain/boards/channel-ranks.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import { findLastVisit } from '../../domain/people/visits.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { beginningOf, marbleDayOf } from '../../domain/standings/marble-days.ts'
import {
  getPerson,
  isOfPerson,
  type Person,
  racersOfPeople,
} from '../../domain/standings/person.ts'
import { isListed } from '../../domain/visibility/event-pages.ts'
import { findHolds, isPublicGame } from '../../domain/visibility/public-games.ts'
import { dueStep, endBoard, isEnd } from '../../domain/visibility/shown-step.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'

/** Of each kind. */
const MOST = 5

type Context = AppContext & { racerBoards: RacerBoards }

interface Asked {
  since: Date
  now: Date
}

export async function findNews(context: Context, userId: number): Promise<News> {
  const { db } = context
  const now = context.now()
  const since = await findLastVisit(db, { userId, now })
  if (since === null) {
    return { since: null, games: { total: 0, won: 0 }, ranks: [], badges: [], events: [] }
  }
  const person = await getPerson(db, userId)
  const asked = { since, now }
  const badges = await listBadges(db, person, { now })
  return {
    since: since.toISOString(),
    games: await countGames(db, person, asked),
    ranks: await listNewRanks(context, person, asked),
    badges: badges
      .filter(({ givenAt }) => new Date(givenAt) > since)
      .slice(0, MOST)
      .map(({ key }) => key),
    events: await listRevealed(db, { person, userId }, asked),
  }
}

async function countGames(db: Db, person: Person, { since, now }: Asked): Promise<News['games']> {
  const holds = await findHolds(db, now)
  const { season } = await getSettings(db)
  const { rows } = await sql<News['games']>`
    select count(*) as total, count(*) filter (where result.position = 1) as won
    from ${racersOfPeople([person])} as owned
    join game_results as result on result.racer_id = owned.racer_id
    join games as game on game.id = result.game_id
    where result.season <= ${season} and game.finished_at > ${since}
      and ${isOfPerson} and ${isPublicGame(holds)}`.execute(db)
  return rows[0] ?? { total: 0, won: 0 }
}

async function listNewRanks(
  context: Context,
  person: Person,
  { since, now }: Asked,
): Promise<News['ranks']> {
  const { season } = await getSettings(context.db)
  const { rows } = await sql<{ days: number }>`
    select ${marbleDayOf(sql`${now}::timestamptz`)} - ${marbleDayOf(sql`${since}::timestamptz`)} as days`.execute(
    context.db,
  )
  const { channels } = await listChannelRanks(context, person, {
    ...{ season, currentSeason: season, now, most: MOST },
    daysAgo: Math.max(1, rows[0]?.days ?? 1),
  })
  return channels.flatMap(({ channel, rank, before }) =>
    rank === null || before === null || rank === before.rank
      ? []
      : { channel, rank, before: before.rank },
  )
}

/** A login's rows of an event are the person's if the login was theirs at any time of it. */
async function listRevealed(
  db: Db,
  { person: { racers }, userId }: { person: Person; userId: number },
  { since }: Asked,
): Promise<News['events']> {
  const { rows } = await sql<News['events'][number]>`
    select event.name, show.public_token as token, own.rank
    from shows as show
    join events as event on event.id = show.event_id
    cross join lateral (
      select ${endBoard} as board, step.due_at from ${dueStep} as step where ${isEnd}
    ) as ended
    cross join lateral (
      select min(row.rank) as rank
      from unnest(
        ${racers.map((racer) => racerName(racer))}::text[],
        ${racers.map(({ from }) => from)}::timestamptz[],
        ${racers.map(({ until }) => until)}::timestamptz[]
      ) as owned (name, since, until)
      join show_rows as row on row.event_id = show.event_id and row.board = ended.board
        and row.racer_name = owned.name and not row.is_disqualified
      where coalesce(owned.since < event.ends_at, true)
        and coalesce(owned.until > event.starts_at, true)
    ) as own
    where ${isListed} and ended.due_at > ${since} and (
      own.rank is not null or exists (
        select from event_participants as participant
        where participant.event_id = event.id and participant.user_id = ${userId}
      )
    )
    order by ended.due_at desc, event.id
    limit ${MOST}`.execute(db)
  return rows
}

export async function findOwnStream(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<OwnStream | null> {
  const today = marbleDayOf(sql`${now}::timestamptz`)
  const { rows } = await sql<Omit<OwnStream, 'companionSeenAt'> & { companionSeenAt: Date | null }>`
    select json_build_object('platform', channel.platform, 'login', channel.login) as channel,
      ${today}::text as today,
      (
        select count(*) from games as game
        where game.channel_id = channel.id and game.finished_at >= ${beginningOf(today)}
          and game.is_rankable
      ) as games,
      greatest(
        (select max(last_seen_at) from companions where user_id = channel.user_id),
        (
          select received_at from uploads
          where channel_id = channel.id and proof in ('key', 'pairing')
          order by id desc limit 1
        )
      ) as "companionSeenAt",
      exists (select from channel_overlays where user_id = channel.user_id) as "hasOverlay"
    from channels as channel
    where channel.user_id = ${userId}`.execute(db)
  const [stream] = rows
  return stream === undefined
    ? null
    : { ...stream, companionSeenAt: stream.companionSeenAt?.toISOString() ?? null }
}
