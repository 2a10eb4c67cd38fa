/** `npm start`: reads the configuration and serves. */
import { prepareEngine } from './prepare-engine.ts'

prepareEngine()
const { readConfig } = await import('./config.ts')
const { runCommand, serve } = await import('./serve.ts')
runCommand(() => serve(readConfig(process.env)))
