import type { Db } from '../../platform/database/schema.ts'
import { checkEventBoards } from './check-event-boards.ts'
import { checkGames, checkSeasonSums } from './check-games.ts'
import { checkInstallers } from './check-installers.ts'
import { checkMaps } from './check-maps.ts'
import { checkPeople } from './check-people.ts'
import { checkEqualGames, checkNames, checkSettings } from './check-recorded-twice.ts'
import { checkEventSnapshots, checkSeasonSnapshots } from './check-snapshots.ts'
import { checkRacerDays, checkRacers, checkRacerTotals } from './check-standings.ts'
import type { Check, Counts } from './compare.ts'

const CHECKS: readonly Check[] = [
  checkSeasonSnapshots,
  checkSeasonSums,
  checkRacers,
  checkRacerTotals,
  checkRacerDays,
  checkEventSnapshots,
  checkEventBoards,
  checkGames,
  checkEqualGames,
  checkMaps,
  checkPeople,
  checkSettings,
  checkNames,
  checkInstallers,
]

interface Findings {
  differences: string[]
  counts: Counts
}

/** Runs in one transaction, so that a server may keep writing. */
export async function findDifferences(db: Db, place: { dataDir: string }): Promise<Findings> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => compareEverything(trx, place))
}

export async function compareEverything(trx: Db, place: { dataDir: string }): Promise<Findings> {
  const differences: string[] = []
  let counts: Counts = {}
  for (const check of CHECKS) {
    counts = { ...counts, ...(await check(trx, (line) => differences.push(line), place)) }
  }
  return { differences, counts }
}
