/** The process of a measured server: it serves, and runs functions that a measurement asks for. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { superuserUrl } from '@rollcall/embedded-postgres/roles'
import { readConfig } from '@rollcall/server/config'
import { prepareServer } from '@rollcall/server/start'
import pg from 'pg'
import type { RunReply, RunRequest } from './measured-server.ts'

const WEB_DIR = fileURLToPath(new URL('../packages/web/dist', import.meta.url))

const reply = (message: RunReply) => process.send?.(message)

try {
  const config = readConfig(process.env)
  const server = await prepareServer({
    config,
    warn: (message) => process.stderr.write(`${message}\n`),
    webDir: existsSync(WEB_DIR) ? WEB_DIR : undefined,
  })
  if (config.databaseUrl === undefined) {
    await allowFilling(config.dataDir)
  }
  process.on('message', async ({ id, file, name, input }: RunRequest) => {
    try {
      const functions = await import(file)
      reply({ kind: 'answer', id, answer: await functions[name](server, input) })
    } catch (error) {
      reply({ kind: 'failed', id, message: text(error) })
    }
  })
  process.on('disconnect', async () => {
    await server.close()
    process.exit(0)
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  reply({ kind: 'ready', port: typeof address === 'object' ? (address?.port ?? 0) : 0 })
} catch (error) {
  reply({ kind: 'failed', id: null, message: text(error) })
}

/**
 * Making a million rows skips the check of each row and ends with a checkpoint; the product's own role may do
 * neither.
 */
async function allowFilling(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: await superuserUrl(`${dataDir}/database`) })
  await client.connect()
  await client.query(`
    grant set on parameter session_replication_role to rollcall;
    grant pg_checkpoint to rollcall`)
  await client.end()
}

function text(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
