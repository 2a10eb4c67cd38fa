import { readConfig } from './config.ts'
import { runCommand, serve } from './serve.ts'

runCommand(() => serve(readConfig(process.env)))
