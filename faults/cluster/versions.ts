/** Two versions of Rollcall, between which a migration lies, for a rolling update. */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKOUT = path.resolve(fileURLToPath(new URL('../../', import.meta.url)))
const MIGRATIONS = 'packages/server/migrations'
/** From here on, migrations leave the release before them working (docs/operating.md). */
const FIRST_ROLLING = '0054-acts-as-facts.ts'

export interface Versions {
  /** Directories like this checkout. */
  older: string
  newer: string
  /** What the newer one adds to the schema, in words. */
  difference: string
}

/**
 * The version from before the last migration, out of the history, and this one. If there is none that a rolling update
 * may begin with: this version, and the same with a migration of the kinds that are allowed.
 */
export async function makeVersions(directory: string): Promise<Versions> {
  const now = await listMigrations(CHECKOUT)
  const commit = findCommit()
  if (commit !== null) {
    const older = path.join(directory, 'older')
    await unpack(['git', ...GIT, 'archive', commit, 'packages'], older)
    const before = await listMigrations(older)
    const isNext =
      before.includes(FIRST_ROLLING) && before.join() === now.slice(0, before.length).join()
    if (isNext) {
      const added = now.slice(before.length).join(', ')
      return { older, newer: CHECKOUT, difference: `from ${commit.slice(0, 8)}, across ${added}` }
    }
  }
  const newer = path.join(directory, 'newer')
  await unpack(['tar', '-c', '--exclude=node_modules', '--exclude=dist', 'packages'], newer)
  await writeFile(path.join(newer, MIGRATIONS, '9999-next.ts'), NEXT)
  return {
    older: CHECKOUT,
    newer,
    difference:
      'to itself with one more migration, because the history has no version to begin with',
  }
}

const NEXT = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table uploads add column next_note text not null default ''\`.execute(db)
  await sql\`alter table games add column next_number integer\`.execute(db)
  await sql\`update games set next_number = 1\`.execute(db)
  await sql\`create index games_next_number on games (next_number)\`.execute(db)
  await sql\`create table next_notes (id bigint primary key, note text not null)\`.execute(db)
}
`

/** The commit before the last one that added a migration, or CLUSTER_PREVIOUS; null without a history. */
function findCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', [...GIT, ...args], { cwd: CHECKOUT, stdio: 'pipe' })
      .toString()
      .trim()
  try {
    const added = () => git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS)
    return git('rev-parse', '--verify', process.env.CLUSTER_PREVIOUS ?? `${added()}^`)
  } catch {
    return null
  }
}

/** The checkout may belong to another account. */
const GIT = ['-c', `safe.directory=${CHECKOUT}`]

/** Unpacks what the command writes, and gives it the packages that are installed here. */
async function unpack([program = '', ...args]: readonly string[], code: string): Promise<void> {
  const archive = execFileSync(program, args, { cwd: CHECKOUT, maxBuffer: 1024 ** 3 })
  const ours = path.join(code, 'node_modules', '@rollcall')
  await mkdir(ours, { recursive: true })
  execFileSync('tar', ['-x', '-C', code], { input: archive })
  const installed = path.join(CHECKOUT, 'node_modules')
  for (const name of await readdir(installed)) {
    if (name === '@rollcall') continue
    await symlink(path.join(installed, name), path.join(code, 'node_modules', name))
  }
  for (const name of await readdir(path.join(code, 'packages'))) {
    await symlink(path.join(code, 'packages', name), path.join(ours, name))
  }
}

async function listMigrations(code: string): Promise<string[]> {
  return (await readdir(path.join(code, MIGRATIONS))).toSorted()
}
