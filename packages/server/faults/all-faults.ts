import type { Fault } from './fault.ts'
import { killEmbedded, killPostgres } from './kill.ts'
import { powerCut } from './power-cut.ts'

export const FAULTS: readonly Fault[] = [killEmbedded, killPostgres, powerCut]
