/** Everything that is stored about somebody, as one JSON file. */
import { Readable } from 'node:stream'
import type { ProblemParams } from '@rollcall/scoring/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SCOPE_ANYWHERE } from '../../racer-names.ts'
import type { Hold } from '../events/held-games.ts'
import { findHolds, isPublicGame } from '../events/public-games.ts'
import { isOfPerson } from '../standings/person.ts'
import { hideNamesIn, type UploadSentence } from '../uploads/hidden-in-receipts.ts'

/** Their own rows of a table as `row`, without columns that are secret or that only the server understands. */
interface Part {
  name: string
  from: RawBuilder<unknown>
  without?: readonly string[]
}

/** The person's logins as the query's `owned`, with their `racer_id`. */
const racersOf = (userId: number) => sql`(
  select racer.id as racer_id, racer.login, racer.platform, period.started_at, period.ended_at
  from login_periods as period
  join racers as racer on racer.platform = period.platform and racer.login = period.login
  where period.user_id = ${userId}
) as owned`

const ownBy = (table: string, column: string, userId: number) =>
  sql`${sql.table(table)} as row where row.${sql.ref(column)} = ${userId}`

const ofRacers = (table: string, userId: number) =>
  sql`${racersOf(userId)} join ${sql.table(table)} as row on row.racer_id = owned.racer_id`

function partsOf(userId: number): Part[] {
  const channels = sql`(select id from channels where user_id = ${userId})`
  const ownEvents = sql`(select id from events where created_by = ${userId})`
  return [
    { name: 'profile', from: ownBy('users', 'id', userId) },
    { name: 'logins', from: ownBy('login_periods', 'user_id', userId) },
    { name: 'sessions', from: ownBy('sessions', 'user_id', userId), without: ['platform_token'] },
    { name: 'channels', from: ownBy('channels', 'user_id', userId) },
    {
      name: 'channelSeasons',
      from: sql`channel_seasons as row where row.channel_id in ${channels}`,
    },
    { name: 'namesOnChannels', from: ofRacers('channel_racers', userId) },
    { name: 'hiddenLogins', from: ownBy('hidden_racers', 'user_id', userId) },
    { name: 'totals', from: ofRacers('racer_totals', userId) },
    { name: 'days', from: ofRacers('racer_days', userId) },
    { name: 'badges', from: ownBy('racer_badges', 'user_id', userId) },
    { name: 'configurations', from: ownBy('leaderboard_configurations', 'owner_id', userId) },
    {
      name: 'configurationVersions',
      from: sql`leaderboard_configuration_versions as row where row.configuration_id in (
        select id from leaderboard_configurations where owner_id = ${userId}
      )`,
    },
    { name: 'eventSeries', from: ownBy('event_series', 'created_by', userId) },
    { name: 'events', from: ownBy('events', 'created_by', userId) },
    {
      name: 'shows',
      from: sql`shows as row where row.event_id in ${ownEvents}`,
      without: ['public_token', 'overlay_token', 'results'],
    },
    { name: 'participations', from: ownBy('event_participants', 'user_id', userId) },
    { name: 'formerParticipations', from: ownBy('former_participants', 'user_id', userId) },
    { name: 'leftSeries', from: ownBy('left_series', 'user_id', userId) },
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
    { name: 'acts', from: ownBy('audit_log', 'user_id', userId), without: ['summary', 'details'] },
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
  for (const { name, from, without = [] } of partsOf(userId)) {
    const { rows } = await sql<{ json: string }>`
      select (to_jsonb(row) - ${[...without]}::text[])::text as json from ${from}`.execute(db)
    yield `,"${name}":[${rows.map(({ json }) => json).join(',\n')}]`
  }
  yield `,"receipts":${JSON.stringify(await listReceipts(db, userId))}`
  yield ',"results":['
  let comma = ''
  const holds = await findHolds(db, now)
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
    .selectAll()
    .where((row) =>
      row.or([
        row('user_id', '=', userId),
        row(
          'channel_id',
          'in',
          row.selectFrom('channels').select('id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const hide = (told: readonly UploadSentence[]) => hideNamesIn(db, told, SCOPE_ANYWHERE)
  const sentences = await hide(
    rows.map(({ message, problem_params }) => ({
      message,
      ...(problem_params !== null && { params: problem_params as ProblemParams }),
    })),
  )
  const warnings = rows.map((row) => row.warnings as UploadSentence[])
  const hidden = (await hide(warnings.flat())).values()
  return rows.map(({ problem_params: _, warnings: told, ...row }, index) => ({
    ...row,
    ...sentences[index],
    warnings: (told as UploadSentence[]).map(() => hidden.next().value),
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
