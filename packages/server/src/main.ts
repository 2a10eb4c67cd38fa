import { restartWithSteadyAllocator } from './steady-allocator.ts'

restartWithSteadyAllocator()
const { readConfig } = await import('./config.ts')
const { runCommand, serve } = await import('./serve.ts')

runCommand(() => serve(readConfig(process.env)))
