/** The table at the end. */
import type { FaultLoad } from '../fault-load.ts'
import { CORES } from './processor.ts'
import type { StruckKind } from './strikes.ts'
import type { Tally } from './tally.ts'
import type { Throughput } from './throughput.ts'
import type { Versions } from './versions.ts'

export interface Report {
  roll: { calls: number; failed: number; behind: number } | null
  struck: StruckKind[]
  throughput: Throughput[]
  stored: { lost: number; twice: number } | null
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const row = (...cells: (string | number)[]) => print(`| ${cells.join(' | ')} |`)
const heading = (...cells: string[]) => {
  row(...cells)
  row(...cells.map(() => '---'))
}
const percent = (share: number) => `${(share * 100).toFixed(0)} %`

interface Run {
  load: FaultLoad
  tally: Tally
  followers: number
  twoMachines: string
  versions: Versions
}

/** Returns whether everything held. */
export function printReport({ roll, struck, throughput, stored }: Report, run: Run): boolean {
  const { load, tally, followers, twoMachines, versions } = run
  print(`\n${CORES} cores. Two machines: ${twoMachines}`)
  print(`The rolling update of the cluster was ${versions.difference}.`)
  print('')
  heading(
    'taken away',
    'times',
    'longest time without an accepted upload',
    'processors busy then',
    'refused with a sentence',
    'cut without an answer',
    'other answers',
    'followers left behind',
  )
  for (const { name, times, longestMs, busy, refused, cut, wrong, behind } of struck) {
    const longest = `${(longestMs / 1_000).toFixed(1)} s`
    row(
      name,
      times,
      longest,
      percent(busy),
      refused,
      cut,
      wrong.length,
      `${behind} of ${followers}`,
    )
  }
  print('')
  const counted: [string, number | undefined][] = [
    ['acknowledged uploads lost', stored?.lost],
    ['games stored twice', stored?.twice],
    ['calls failed in the rolling update', roll?.failed],
    ['followers behind after the rolling update', roll?.behind],
    ['followers behind after a fault', struck.reduce((sum, { behind }) => sum + behind, 0)],
    ['answers such as a 500', tally.wrong.length],
  ]
  heading('what', 'must be', 'counted')
  for (const [what, count] of counted) row(what, 0, count ?? 'NOT RUN')
  print(
    `\n${load.receipts.length} uploads acknowledged; ${roll?.calls ?? 0} calls in the rolling update.`,
  )
  for (const wrong of tally.wrong.slice(0, 10)) print(wrong)
  print('')
  heading(
    'throughput',
    'processes',
    'a second',
    'ms of Rollcall for each',
    'ms of all processes for each',
    'a second that the cores allow',
  )
  for (const { what, processes, perSecond, serverMs, allMs, allowedPerSecond } of throughput) {
    row(
      what,
      processes,
      ...[perSecond, serverMs, allMs, allowedPerSecond].map((it) => it.toFixed(1)),
    )
  }
  return counted.every(([, count]) => count === 0)
}
