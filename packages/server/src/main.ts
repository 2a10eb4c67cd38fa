/** `npm start`: reads the configuration, serves, and goes down cleanly when told to. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from './config.ts'
import { prepareServer, type RunningServer } from './start.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const server = await prepareServer({
    config,
    warn: (message) => say(`Warning: ${message}`),
    webDir: existsSync(WEB_DIR) ? WEB_DIR : undefined,
    logger: true,
  })
  stopOnSignal(server)
  await server.app.listen({ port: config.port, host: config.host })
  say(`${config.productName} is ready at ${config.publicUrl}`)
}

function stopOnSignal(server: RunningServer): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) {
      return
    }
    isStopping = true
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

run().catch((error) => {
  const line = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${error instanceof ConfigError ? 'Configuration: ' : ''}${line}\n`)
  process.exit(1)
})
