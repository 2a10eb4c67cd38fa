/** Every column that can hold a name is in the table of docs/operating.md, Where names are. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../helpers/test-database.ts'

const OPERATING = new URL('../../../../docs/operating.md', import.meta.url)

/** Columns of words, numbers, hashes of secrets, tokens and files' facts, none of which is a name. */
const WITHOUT_NAMES = [
  ...['audit_log.act', 'badge_checks.kind', 'badge_progress.progress', 'channel_overlays.token'],
  ...['admin_bindings.platform', 'changes.topics', 'channels.platform', 'hidden_racers.platform'],
  ...['login_periods.platform', 'racers.platform', 'users.platform', 'users.time_zone'],
  ...['api_keys.key_hash', 'api_keys.prefix', 'api_keys.scopes', 'calendar_links.token'],
  'season_starts.cleared_dev_season',
  ...['channel_seasons.source', 'hidden_name_seed.seed'],
  ...['companion_codes.device_code_hash', 'companion_codes.key_hash', 'companions.key_hash'],
  ...['companion_codes.user_code', 'companion_codes.version', 'companions.version'],
  ...['discord_posts.address', 'discord_posts.reason', 'discord_posts.state'],
  'discord_webhooks.address',
  ...['round_messages.message_id', 'round_messages.said_hash'],
  ...['round_messages.reason', 'round_messages.state'],
  ...['event_adjustments.kind', 'event_adjustments.reason'],
  ...[
    'event_board_rows.fair_games',
    'event_board_rows.terms',
    'event_boards.basis',
    'event_boards.source',
    'event_boards.stamp',
  ],
  ...[
    'presses.request_hash',
    'event_creations.request_hash',
    'event_participants.run_said_by',
    'event_participants.seal_answer',
    'event_series.league_rules',
    'prescribed_games.refusal',
    'prescribed_games.swapped',
    'league_entries.kind',
    'league_disqualifications.reason',
    'league_passed_over.reason',
    'event_series.champions_hash',
    'league_rounds.seen_hash',
    'league_rule_changes.rules_before',
    'event_series.public_token',
    'teams.color',
    'teams.token',
    'events.time_zone',
  ],
  ...['games.file_kind', 'games.mode', 'games.session_type', 'helpers.role', 'maps.key'],
  ...[
    'installers.product',
    'installer_chunks.bytes',
    'installer_contents.sha256',
    'installers.sha256',
    'installers.version',
  ],
  ...['racer_badges.facts', 'racer_badges.key', 'racer_badges.subject'],
  ...['sessions.platform_token', 'settings.key', 'show_rows.channels'],
  ...['show_rows.terms', 'show_steps.phase', 'show_steps.step', 'shows.step'],
  ...['shows.control_token', 'show_requests.request_id'],
  ...['show_rows.row_of', 'show_steps.board_of', 'shows.board_of'],
  ...['shows.overlay_token', 'shows.phase', 'shows.public_token', 'shows.results'],
  ...['upload_keys.key_hash', 'upload_keys.prefix'],
  ...['uploads.code', 'uploads.kind', 'uploads.outcome', 'uploads.problem_column'],
  ...['uploads.problem_part', 'uploads.proof', 'uploads.season_claim'],
  ...['left_out_games.reason', 'user_reports.reason', 'user_reports.state'],
]

it('every row says what hiding and deletion do', async () => {
  const rows = (await readTable()).split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.map((row) => row.split('|').slice(1, -1))
  expect(cells[0]?.map((cell) => cell.trim())).toContain('deletion')
  expect(cells.filter((row) => row.length !== 4 || row.some((cell) => cell.trim() === ''))).toEqual(
    [],
  )
})

it('every column of text, JSON or bytes has its place', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { rows } = await sql<{ name: string }>`
    select relname || '.' || attname as name
    from pg_attribute join pg_class as tables on tables.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition and attnum > 0 and not attisdropped
      and relname not like 'kysely%'
      and atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'character varying')
    order by 1`.execute(database.kysely)
  const listed = [...(await readTable()).matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name)
  const columns = listed.filter((name) => name !== 'database.log')
  expect([...columns, ...WITHOUT_NAMES].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

async function readTable(): Promise<string> {
  const [, section = ''] = (await readFile(OPERATING, 'utf8')).split('## Where names are')
  const [table = ''] = section.split('\n## ')
  return table
}
