import { backups } from './backups.ts'
import { diskFullEmbedded, diskFullPostgres } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { killEmbedded, killPostgres } from './kill.ts'
import { outage } from './outage.ts'
import { powerCut } from './power-cut.ts'
import { secondServer } from './second-server.ts'
import { sigterm } from './sigterm.ts'
import { twoServers } from './two-servers.ts'

export const FAULTS: readonly Fault[] = [
  killEmbedded,
  killPostgres,
  powerCut,
  secondServer,
  twoServers,
  outage,
  diskFullEmbedded,
  diskFullPostgres,
  sigterm,
  backups,
]
