/** `npm start`: reads the configuration and serves. */
import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
const { readConfig } = await import('./config.ts')
const { runCommand, serve } = await import('./serve.ts')
runCommand(() => serve(readConfig(process.env)))
