/** Whether every number that follows from others still does: recomputed and compared, nothing written. */
import type { Db } from '../app-context.ts'
import type { Check, Counts } from './check.ts'
import { checkEventSnapshots } from './check-event-snapshots.ts'
import { checkGames } from './check-games.ts'
import { checkInstallers } from './check-installers.ts'
import { checkNames } from './check-names.ts'
import { checkSeasonSnapshots } from './check-season-snapshots.ts'
import { checkSeasonsOfGames } from './check-seasons-of-games.ts'
import { checkSettings } from './check-settings.ts'

const CHECKS: readonly Check[] = [
  checkSeasonSnapshots,
  checkSeasonsOfGames,
  checkEventSnapshots,
  checkGames,
  checkSettings,
  checkNames,
  checkInstallers,
]

export interface Findings {
  differences: string[]
  counts: Counts
}

/** All of it as of one moment, so a server may go on writing meanwhile. */
export async function findDifferences(db: Db, place: { dataDir: string }): Promise<Findings> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => compareEverything(trx, place))
}

/** In the caller's transaction. */
export async function compareEverything(trx: Db, place: { dataDir: string }): Promise<Findings> {
  const differences: string[] = []
  let counts: Counts = {}
  for (const check of CHECKS) {
    counts = { ...counts, ...(await check(trx, (line) => differences.push(line), place)) }
  }
  return { differences, counts }
}
