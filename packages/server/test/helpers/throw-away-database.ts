/**
 * `create SERVER_URL` makes an empty database on a server and prints its URL; `drop URL` removes it.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const CONNECT_MS = 5_000

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: CONNECT_MS,
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function create(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = `/rollcall_run_${randomUUID().replaceAll('-', '')}`
  await run(serverUrl, `create database ${url.pathname.slice(1)}`)
  return url.href
}

async function drop(databaseUrl: string): Promise<void> {
  const server = new URL(databaseUrl)
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  await run(server.href, `drop database if exists ${name} with (force)`)
}

const [command, url = ''] = process.argv.slice(2)
try {
  if (command === 'create') process.stdout.write(`${await create(url)}\n`)
  else await drop(url)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message || error : error}\n`)
  process.exitCode = 1
}
