/** The roles of the embedded database: the product's role can use only its own tables. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { syncDirectory } from './sync-directory.ts'

/**
 * In the database's directory. Only this process can read it, because other programs may run under PostgreSQL's
 * account.
 */
export const SUPERUSER_PASSWORD_FILE = 'rollcall-password'
const ROLE_PASSWORD_FILE = 'rollcall-role-password'
export const PASSWORD_FILES: readonly string[] = [SUPERUSER_PASSWORD_FILE, ROLE_PASSWORD_FILE]

const ROLE = 'rollcall'

export const superuserUrl = (directory: string): Promise<string> =>
  readUrl(directory, { role: 'postgres', passwordFile: SUPERUSER_PASSWORD_FILE })

export const productUrl = (directory: string): Promise<string> =>
  readUrl(directory, { role: ROLE, passwordFile: ROLE_PASSWORD_FILE })

/** PostgreSQL writes its address into its pid file: the port in line 4, the socket's directory in line 5. */
async function readUrl(
  directory: string,
  { role, passwordFile }: { role: string; passwordFile: string },
): Promise<string> {
  const lines = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(path.join(directory, passwordFile), 'utf8')).trim()
  const url = new URL(`postgres://${role}:${password}@127.0.0.1/postgres`)
  url.port = lines[3] ?? ''
  if (lines[4]) {
    url.searchParams.set('host', lines[4])
  }
  return url.href
}

/** @param likeFile when root writes the password, the new file gets the owner of this file */
export async function writePassword(file: string, likeFile?: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  // An existing file may be a link to another user's file.
  await rm(file, { force: true })
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(`${password}\n`)
  if (likeFile !== undefined && process.getuid?.() === 0) {
    const { uid, gid } = await stat(likeFile)
    await handle.chown(uid, gid)
  }
  await handle.sync()
  await handle.close()
  return password
}

/**
 * Makes the product's role the owner of the database and everything in it. Writes the file with the role's password
 * last: if a start finds the file, there is nothing to do. A database that is older than the role gets the role at its
 * next start.
 */
export async function ensureProductRole(directory: string): Promise<void> {
  const file = path.join(directory, ROLE_PASSWORD_FILE)
  if (existsSync(file)) {
    return
  }
  const unfinished = `${file}.new`
  // Root may be using the database of a user who must be able to start it afterwards.
  const password = await writePassword(unfinished, path.join(directory, SUPERUSER_PASSWORD_FILE))
  const client = new pg.Client({ connectionString: await superuserUrl(directory) })
  // The query that fails reports the error too.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE])
    if (rowCount === 0) {
      await client.query(`create role ${ROLE} login`)
    }
    await client.query(`alter role ${ROLE} password '${password}'`)
    await client.query(`alter database postgres owner to ${ROLE}`)
    const { rows } = await client.query<{ statement: string }>(OWNERSHIP)
    for (const { statement } of rows) {
      await client.query(statement)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  await rename(unfinished, file)
  await syncDirectory(directory)
}

/** A table's indexes, sequences and row types change owner with the table. */
const OWNERSHIP = `
  select format(
    'alter %s %s owner to ${ROLE}',
    case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
    oid::regclass
  ) as statement
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    and (relkind = 'p' or relispartition or not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')
    ))
  union all
  select format('alter routine %s owner to ${ROLE}', oid::regprocedure)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select format('alter type %s owner to ${ROLE}', oid::regtype)
  from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`
