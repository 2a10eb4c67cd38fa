import { restartWithSteadyAllocator } from './memory-at-rest.ts'

restartWithSteadyAllocator()
const { readConfig } = await import('./config.ts')
const { runCommand, serve } = await import('./serve.ts')

runCommand(() => serve(readConfig(process.env)))
