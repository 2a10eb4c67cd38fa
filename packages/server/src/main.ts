/** `npm start`: reads the configuration and serves. */
import { readConfig } from './config.ts'
import { runCommand, serve } from './serve.ts'

runCommand(() => serve(readConfig(process.env)))
