import { NO_RATE_LIMITS } from '@rollcall/server/limits'
import { runCommand, say, serve, warn } from '@rollcall/server/serve'
import { openApiClient } from './api-client.ts'
import { readDemoConfig } from './demo-config.ts'
import { fillDemo } from './fill-demo.ts'
import { keepPlaying } from './fill-events.ts'
import { offerCompanion } from './offer-companion.ts'

const GAME_EVERY_MS = 20_000

runCommand(async () => {
  const config = readDemoConfig(process.env)
  const filling = readDemoConfig({ ...process.env, ...NO_RATE_LIMITS })
  await fillDemo({ config: filling, now: () => new Date(), say, warn })
  // Only warnings: a line for every call would hide the address.
  await serve(config, { logger: { level: 'warn' } })
  const origin = `http://127.0.0.1:${config.port}`
  if (!process.argv.includes('--no-companion')) {
    offerCompanion({ origin, say }).catch((error: Error) =>
      warn(`Rollcall Companion is not on the download page: ${error.message}`),
    )
  }
  say('Sign in there, and practice sign-in lets you choose which sample streamer to be.')
  if (process.argv.includes('--play')) {
    const { signal } = new AbortController()
    keepPlaying(openApiClient(origin), { everyMs: GAME_EVERY_MS, signal, say }).catch(
      (error: Error) => warn(`No more games are played: ${error.message}`),
    )
  }
})
