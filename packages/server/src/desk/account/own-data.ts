/** Everything that is stored about somebody, as one JSON file. */
import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import {
  type StoredWarning,
  wordReceipts,
  wordWarnings,
} from '../../domain/intake/word-receipts.ts'
import { racersOfUser } from '../../domain/people/login-owners.ts'
import { SCOPE_ANYWHERE } from '../../domain/people/racer-names.ts'
import { ownsEvent } from '../../domain/rights/event.ts'
import { ownsSeries } from '../../domain/rights/series.ts'
import { isOfPerson } from '../../domain/standings/person.ts'
import { isOpenBoard } from '../../domain/visibility/event-access.ts'
import { notHeld } from '../../domain/visibility/held-days.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { findHolds, isPublicGame } from '../../domain/visibility/public-games.ts'
import type { Db } from '../../platform/database/schema.ts'

/** Their own rows of a table as `row`, without columns that are secret or that only the server understands. */
interface Part {
  name: string
  from: RawBuilder<unknown>
  without?: readonly string[]
}

/** The person's logins as the query's `owned`, with their `racer_id`. */
const racersOf = (userId: number) => sql`${racersOfUser(userId)} as owned`

const ownBy = (table: string, column: string, userId: number) =>
  sql`${sql.table(table)} as row where row.${sql.ref(column)} = ${userId}`

const ofRacers = (table: string, userId: number) =>
  sql`${racersOf(userId)} join ${sql.table(table)} as row on row.racer_id = owned.racer_id`

/** Whether the query's `row`, of a day, is not held. */
const isDayShown = (userId: number, holds: readonly Hold[]) => {
  const channelIds = sql`
    select total.channel_id
    from ${racersOf(userId)} join racer_totals as total on total.racer_id = owned.racer_id`
  const isShown = notHeld(holds, channelIds)
  return isShown === undefined
    ? sql`true`
    : isShown({ channelId: sql`row.channel_id`, day: sql`row.day`, lastDay: sql`row.last_day` })
}

/** The list of everything that is stored about the person, except receipts and results. */
function partsOf(userId: number, holds: readonly Hold[]): Part[] {
  const channels = sql`(select id from channels where user_id = ${userId})`
  const ownEvents = sql`(select event.id from events as event where ${ownsEvent(userId)})`
  return [
    { name: 'profile', from: ownBy('users', 'id', userId) },
    { name: 'logins', from: ownBy('login_periods', 'user_id', userId) },
    { name: 'sessions', from: ownBy('sessions', 'user_id', userId), without: ['platform_token'] },
    { name: 'visits', from: ownBy('visits', 'user_id', userId) },
    { name: 'channels', from: ownBy('channels', 'user_id', userId) },
    {
      name: 'channelSeasons',
      from: sql`channel_seasons as row where row.channel_id in ${channels}`,
    },
    { name: 'namesOnChannels', from: ofRacers('channel_racers', userId) },
    // From its number, somebody with two accounts could work out what others are called.
    {
      name: 'hiddenLogins',
      from: ownBy('hidden_racers', 'user_id', userId),
      without: ['number'],
    },
    {
      name: 'channelsBeforeHiding',
      from: sql`raced_before_hiding as row
        join hidden_racers as own on own.number = row.number where own.user_id = ${userId}`,
      without: ['number'],
    },
    { name: 'totals', from: ofRacers('racer_totals', userId) },
    {
      name: 'days',
      from: sql`${ofRacers('racer_days', userId)} where ${isDayShown(userId, holds)}`,
    },
    { name: 'offBoards', from: ofRacers('off_boards', userId) },
    {
      name: 'passedOver',
      from: sql`league_passed_over as row where row.user_id = ${userId}
        or row.racer_id in (select owned.racer_id from ${racersOf(userId)})`,
    },
    {
      name: 'inDivisions',
      from: sql`division_members as row where row.user_id = ${userId}
        or row.racer_id in (select owned.racer_id from ${racersOf(userId)})`,
    },
    { name: 'badges', from: ownBy('racer_badges', 'user_id', userId) },
    { name: 'configurations', from: ownBy('leaderboard_configurations', 'owner_id', userId) },
    {
      name: 'configurationVersions',
      from: sql`leaderboard_configuration_versions as row where row.configuration_id in (
        select id from leaderboard_configurations where owner_id = ${userId}
      )`,
    },
    {
      name: 'eventSeries',
      from: sql`(
        select series.* from event_series as series where ${ownsSeries(userId)}
      ) as row`,
    },
    {
      name: 'events',
      from: sql`(select event.* from events as event where ${ownsEvent(userId)}) as row`,
    },
    {
      name: 'shows',
      from: sql`shows as row where row.event_id in ${ownEvents}`,
      without: ['public_token', 'overlay_token', 'results'],
    },
    { name: 'participations', from: ownBy('event_participants', 'user_id', userId) },
    // Who appointed them is about somebody else.
    { name: 'helping', from: ownBy('helpers', 'user_id', userId), without: ['added_by'] },
    // What is not open yet would say who is ahead.
    {
      name: 'adjustments',
      from: sql`(
        select distinct adjustment.* from ${racersOf(userId)}
        join event_adjustments as adjustment on adjustment.racer_id = owned.racer_id
        join events as event on event.id = adjustment.event_id
        left join shows as show on show.event_id = event.id
        where ${isOpenBoard}
      ) as row`,
      without: ['racer_id', 'channel_id', 'author_id'],
    },
    {
      name: 'adjustmentsMade',
      from: ownBy('event_adjustments', 'author_id', userId),
      without: ['racer_id', 'channel_id'],
    },
    {
      name: 'disqualifications',
      from: sql`league_disqualifications as row where row.user_id = ${userId}
        or row.racer_id in (select owned.racer_id from ${racersOf(userId)})`,
      without: ['author_id'],
    },
    {
      name: 'disqualificationsMade',
      from: ownBy('league_disqualifications', 'author_id', userId),
      without: ['user_id', 'racer_id', 'later_channel_id'],
    },
    { name: 'formerParticipations', from: ownBy('former_participants', 'user_id', userId) },
    { name: 'leftSeries', from: ownBy('left_series', 'user_id', userId) },
    { name: 'objections', from: ownBy('objections', 'user_id', userId), without: ['answered_by'] },
    { name: 'leagueEntries', from: ownBy('league_entries', 'user_id', userId) },
    { name: 'namedGames', from: ownBy('named_games', 'user_id', userId) },
    { name: 'teams', from: ownBy('team_members', 'user_id', userId) },
    { name: 'captainOf', from: ownBy('teams', 'captain_id', userId), without: ['token'] },
    { name: 'blockedOrganisers', from: ownBy('organiser_blocks', 'user_id', userId) },
    { name: 'companions', from: ownBy('companions', 'user_id', userId), without: ['key_hash'] },
    { name: 'apiKeys', from: ownBy('api_keys', 'user_id', userId), without: ['key_hash'] },
    { name: 'uploadKeys', from: ownBy('upload_keys', 'user_id', userId), without: ['key_hash'] },
    // Who was reported, and what about others was decided, is not about the person.
    {
      name: 'reports',
      from: ownBy('user_reports', 'reporter_id', userId),
      without: ['racer_name', 'subject_key', 'note', 'decided_by'],
    },
    { name: 'acts', from: ownBy('audit_log', 'user_id', userId), without: ['facts'] },
  ]
}

/** The file, part by part; what a sealed event holds is left out until it is opened. */
export function writeOwnData(db: Db, { userId, now }: { userId: number; now: Date }): Readable {
  return Readable.from(writePieces(db, { userId, now }), { objectMode: false })
}

async function* writePieces(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): AsyncGenerator<string> {
  yield `{"madeAt":${JSON.stringify(now.toISOString())}`
  const holds = await findHolds(db, now)
  for (const { name, from, without = [] } of partsOf(userId, holds)) {
    const { rows } = await sql<{ json: string }>`
      select (to_jsonb(row) - ${[...without]}::text[])::text as json from ${from}`.execute(db)
    yield `,"${name}":[${rows.map(({ json }) => json).join(',\n')}]`
  }
  yield `,"receipts":${JSON.stringify(await listReceipts(db, userId))}`
  yield ',"results":['
  let comma = ''
  for (const season of await listSeasons(db, userId)) {
    const rows = await listResults(db, { userId, season, holds })
    if (rows.length > 0) {
      yield comma + rows.join(',\n')
      comma = ',\n'
    }
  }
  yield ']}\n'
}

/** Receipts may name other racers, who may be hidden. */
async function listReceipts(db: Db, userId: number): Promise<object[]> {
  const rows = await db
    .selectFrom('uploads')
    .leftJoin('channels as channel', 'channel.id', 'uploads.channel_id')
    .selectAll('uploads')
    .select('channel.name as channel')
    .where((row) =>
      row.or([
        row('uploads.user_id', '=', userId),
        row(
          'channel_id',
          'in',
          row.selectFrom('channels').select('id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('uploads.id')
    .execute()
  const receipts = await wordReceipts(db, rows, SCOPE_ANYWHERE)
  const warnings = await wordWarnings(
    db,
    rows.flatMap((row) => row.warnings as StoredWarning[]),
    SCOPE_ANYWHERE,
  )
  const worded = warnings.values()
  return rows.map(({ channel: _, params: __, warnings: stored, ...row }, index) => ({
    ...row,
    ...receipts[index],
    warnings: (stored as StoredWarning[]).map(() => worded.next().value),
  }))
}

async function listSeasons(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ season: number }>`
    select number as season from seasons where exists (
      select from ${racersOf(userId)}
      join game_results as result on result.racer_id = owned.racer_id
        and result.season = seasons.number
    )
    order by number`.execute(db)
  return rows.map(({ season }) => season)
}

/** The person's results of a season's games, each as JSON. */
async function listResults(
  db: Db,
  { userId, season, holds }: { userId: number; season: number; holds: readonly Hold[] },
): Promise<string[]> {
  const { rows } = await sql<{ json: string }>`
    select (to_jsonb(result) || jsonb_build_object(
      'login', owned.login, 'platform', owned.platform, 'mode', game.mode,
      'finished_at', game.finished_at, 'channel', channel.name, 'map', map.name,
      'checkpoints', (
        select coalesce(jsonb_agg(hit.number order by hit.number), '[]')
        from checkpoint_hits as hit
        where hit.channel_id = result.channel_id and hit.season = result.season
          and hit.game_id = result.game_id and hit.racer_id = result.racer_id
      )
    ))::text as json
    from ${racersOf(userId)}
    join game_results as result on result.racer_id = owned.racer_id and result.season = ${season}
    join games as game on game.channel_id = result.channel_id
      and game.season = result.season and game.id = result.game_id
    join channels as channel on channel.id = game.channel_id
    left join maps as map on map.id = game.map_id
    where ${isOfPerson} and (${isPublicGame(holds)} or not game.is_rankable)
    order by game.finished_at, game.id`.execute(db)
  return rows.map(({ json }) => json)
}
