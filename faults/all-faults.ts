import { backups } from './backups.ts'
import { caddy, nginx } from './behind-proxy.ts'
import { companion } from './companion.ts'
import { copiedDirectory } from './copied-directory.ts'
import { discord } from './discord.ts'
import { diskFullEmbedded, diskFullPostgres } from './disk-full.ts'
import type { Fault } from './fault.ts'
import {
  killDatabase,
  killEmbedded,
  killFirstStart,
  killPostgres,
  killWithDatabase,
} from './kill.ts'
import { oneBadActor } from './one-bad-actor.ts'
import { outage } from './outage.ts'
import { refusedFormsByNginx, refusedFormsDirect } from './refused-forms.ts'
import { rollingUpdate } from './rolling-update.ts'
import { secondServer } from './second-server.ts'
import { ctrlC, sigterm } from './sigterm.ts'
import { twoServers } from './two-servers.ts'
import { upgrade } from './upgrade.ts'
import { viewers } from './viewers.ts'

export const FAULTS: readonly Fault[] = [
  killEmbedded,
  killDatabase,
  killWithDatabase,
  killFirstStart,
  killPostgres,
  sigterm,
  ctrlC,
  secondServer,
  copiedDirectory,
  diskFullEmbedded,
  diskFullPostgres,
  oneBadActor,
  outage,
  twoServers,
  rollingUpdate,
  backups,
  upgrade,
  nginx,
  caddy,
  viewers,
  refusedFormsDirect,
  refusedFormsByNginx,
  companion,
  discord,
]
