/** `npm run demo`: the real server on a separate data directory, filled with sample data. */
import { readDemoConfig } from './demo/demo-config.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { runCommand, say, serve, warn } from './serve.ts'

runCommand(async () => {
  const config = readDemoConfig(process.env)
  await fillDemo({ config, now: () => new Date(), say, warn })
  // Only what goes wrong: a line for every call would hide where to go.
  await serve(config, { logger: { level: 'warn' } })
  say('Sign in there, and practice sign-in lets you choose which sample streamer to be.')
})
