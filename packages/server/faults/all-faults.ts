import type { Fault } from './fault.ts'
import { killEmbedded, killPostgres } from './kill.ts'

export const FAULTS: readonly Fault[] = [killEmbedded, killPostgres]
