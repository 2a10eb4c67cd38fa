/**
 * `npm run test:quick`, for work in between: the unit tests that a change reaches, the API tests of the nouns in it, and
 * a dozen journeys. A change is what main does not have, committed or not.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const API_TESTS = 'packages/server/test'

/** Folders of API tests by the folder of the code, where the names differ. */
const TESTS_OF: Readonly<Record<string, string>> = {
  'sign-in': 'auth',
  intake: 'uploads',
  cards: 'sharing',
  discord: 'sharing',
  calendar: 'events',
  edge: 'http',
  channel: 'channels',
  game: 'games',
  leaderboard: 'leaderboards',
  map: 'maps',
  racer: 'racers',
}

/** They take longer than the rest together; `npm test` runs them. */
const LONG = [
  'account/hidden-names',
  'boards/event-boards-random',
  'database/older-databases',
  'events/beside-a-sealed-event',
  'events/read-ahead',
  'http/forms-refused',
  'http/hostile-requests',
  'releases/releases-memory',
  'show/show-secrecy',
  'standings/standings-histories',
  'uploads/upload-fuzz',
]

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--merge-base', 'main'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const folders = new Set(
  readdirSync(path.join(ROOT, API_TESTS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)
const nouns = new Set(
  changed
    .filter((file) => file.startsWith('packages/server/src/') || file.startsWith(`${API_TESTS}/`))
    .flatMap((file) => path.dirname(file).split('/').slice(3))
    .map((folder) => TESTS_OF[folder] ?? folder)
    .filter((folder) => folders.has(folder)),
)

const run = (program: string, words: string[], cwd = ROOT) =>
  spawnSync(program, words, { cwd, stdio: 'inherit' }).status === 0

const left = LONG.flatMap((file) => ['--exclude', `${API_TESTS}/${file}.test.ts`])
const api = [...nouns].map((noun) => `${API_TESTS}/${noun}/`)
const hasPassed =
  run('vitest', ['run', '--project', 'unit', '--changed', 'main', '--passWithNoTests']) &&
  (api.length === 0 || run('vitest', ['run', '--project', 'api', ...api, ...left])) &&
  run('playwright', ['test', '--grep', '@quick'], path.join(ROOT, 'e2e'))
process.exitCode = hasPassed ? 0 : 1
