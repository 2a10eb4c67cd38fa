/** What dry runs and refused uploads leave in the database: nothing, and a receipt. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  RACER_COLUMNS,
  RACER_LIST_COLUMNS,
  sweepRacers,
} from '../../src/domain/intake/sweep-racers.ts'
import { eventUpload, gameUpload, importUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { checkBadges } from '../helpers/settle-work.ts'
import { everyRow } from '../helpers/stored-rows.ts'
import type { TestServer } from '../helpers/test-server.ts'
import { startUploadServer, UploadingStreamer } from '../helpers/uploading-streamer.ts'

let server: TestServer
let streamer: UploadingStreamer

beforeAll(async () => {
  server = await startUploadServer()
  streamer = await UploadingStreamer.create(server)
  await streamer.snapshot(1_000)
})
afterAll(() => server.stop())

const db = () => server.context.db
const names = (prefix: string) => Array.from({ length: 3 }, (_, index) => `${prefix}_${index}`)
const race = (prefix: string) =>
  raceFiles(names(prefix), server.clock.now(), { map: `Map of ${prefix}` })
const eventFile = (prefix: string) =>
  Buffer.from(
    `racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points\r\n${prefix},${streamer.name},1,0,1,0,0,0,0,0,0,0,1\r\n`,
  )

/** Once the server has given the badges that are due, as it does by itself. */
async function countRows(): Promise<Record<string, number>> {
  await checkBadges(server.context)
  const rows = await everyRow(db())
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.length]))
}

const dryRun = { fields: { dryRun: 'true' } }
it.each([
  ['a race', () => gameUpload(race('dry_race'), dryRun)],
  [
    'a season',
    () => {
      const racers = names('dry_season').map((name) => ({ name }))
      return seasonUpload(makeSeason({ channel: streamer.name, games: 11, racers }), dryRun)
    },
  ],
  [
    'an event',
    () => eventUpload({ eventId: streamer.eventId, eventData: eventFile('dry_event') }, dryRun),
  ],
  [
    'a day log',
    () =>
      importUpload(Buffer.from('1,dry_log,A,4,BR,2026-10-01 09:10:00,1,False,0,0,[]\r\n'), dryRun),
  ],
])('a dry run of %s leaves no row in any table', async (_, upload) => {
  const before = await countRows()
  expect(await streamer.take(upload())).toMatchObject({ id: null, duplicate: false })
  expect(await countRows()).toEqual(before)
})

it('a dry run of an undo leaves no row in any table', async () => {
  const taken = await streamer.take(gameUpload(race('undone')))
  const before = await countRows()
  const undone = await server.ask({
    method: 'POST',
    url: `/api/uploads/receipts/${taken.id}/undo`,
    headers: streamer.session,
    body: { dryRun: true },
  })
  expect(undone.message).toContain('Map of undone')
  expect(await countRows()).toEqual(before)
})

it('a refused upload leaves its receipt, announced to open pages, and nothing else', async () => {
  const files = race('kept')
  await streamer.take(gameUpload(files))
  const other = Buffer.from(String(files.raceData).replaceAll('kept_', 'other_'))
  const before = await countRows()
  const refused = gameUpload({ ...files, raceData: other })
  const response = await server.call({
    ...refused,
    headers: { ...refused.headers, ...streamer.session },
  })
  expect(response.json()).toMatchObject({ code: 'snapshot_conflict' })
  const { uploads = 0, changes = 0 } = before
  expect(await countRows()).toEqual({ ...before, uploads: uploads + 1, changes: changes + 1 })
})

it('racers of a late refusal are deleted a day later, unless something refers to them', async () => {
  await streamer.take(gameUpload(race('raced')))
  await sql`
    with made as (
      insert into racers (platform, login) values ('twitch', 'refused_late'), ('twitch', 'named_again')
      returning id
    )
    insert into new_racers (racer_id) select id from made`.execute(db())
  const left = async () => {
    const rows = await db().selectFrom('racers').select('login').execute()
    return rows
      .map(({ login }) => login)
      .filter((login) => /^(refused|named|raced)_/.test(login))
      .toSorted()
  }
  await sweepRacers(db())
  expect(await left()).toEqual(['named_again', 'raced_0', 'raced_1', 'raced_2', 'refused_late'])

  await sql`update new_racers set since = now() - interval '25 hours'`.execute(db())
  // An upload that names a racer keeps it for another day, because its results may only be on their way.
  await streamer.take(gameUpload(raceFiles(['named_again'], server.clock.now())))
  await sql`delete from game_results where racer_id in (
    select id from racers where login = 'named_again')`.execute(db())
  await sweepRacers(db())
  expect(await left()).toEqual(['named_again', 'raced_0', 'raced_1', 'raced_2'])
})

it('the columns with ids of racers are those of the schema', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select concat_ws('.', relname, attname) as name, format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and relnamespace = 'public'::regnamespace
    order by 1`.execute(db())
  const racers = rows.filter(({ name }) => /racer_ids?$/.test(name)).map(({ name }) => name)
  const known = [...RACER_COLUMNS, ...RACER_LIST_COLUMNS].map((column) => column.join('.'))
  expect(racers).toEqual([...known, 'new_racers.racer_id'].toSorted())
  // Receipts and acts name only racers by id that are not new, so never those that are deleted; the others name none. A
  // new column has to be looked at before it comes into this list.
  expect(rows.filter(({ type }) => type.startsWith('json')).map(({ name }) => name)).toEqual([
    ...['audit_log.facts', 'badge_progress.progress', 'discord_posts.reason'],
    ...['event_board_rows.fair_games', 'event_board_rows.terms', 'event_series.league_rules'],
    ...['events.prescription'],
    ...['leaderboard_configuration_versions.config', 'league_rule_changes.rules_before'],
    ...['racer_badges.facts', 'round_messages.reason', 'show_rows.channels', 'show_rows.terms'],
    ...['shows.results', 'uploads.facts', 'uploads.params', 'uploads.warnings'],
  ])
})
