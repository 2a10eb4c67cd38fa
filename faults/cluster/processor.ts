/** How much processor time this machine and its processes have used. */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

export const CORES = cpus().length
/** The same on every machine with Linux. */
const TICKS_PER_SECOND = 100

/** Seconds for which all processors together were busy since the start, with whatever else this machine does. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND
}

/** Seconds that the process has used, with its threads, and the children that have ended. */
export function usedSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0)
  return ticks / TICKS_PER_SECOND
}

/** Seconds that all processes of this run have used: no others are visible in its namespace. */
export function usedByAllSeconds(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        return sum + usedSeconds(Number(pid))
      } catch {
        // It has ended, and its parent's time has it.
        return sum
      }
    }, 0)
}

interface Sample {
  at: number
  busy: number
}

/** Remembers, second by second, how busy the machine was. */
export class ProcessorWatch {
  readonly #samples: Sample[] = []
  readonly #timer: NodeJS.Timeout

  constructor() {
    const take = () => this.#samples.push({ at: performance.now(), busy: busySeconds() })
    take()
    this.#timer = setInterval(take, 1_000)
  }

  /** The share of all processors that was busy between two moments, from 0 to 1. */
  shareBusy(from: number, to: number): number {
    const first = this.#samples.findLast(({ at }) => at <= from) ?? this.#samples[0]
    const last = this.#samples.find(({ at }) => at >= to) ?? this.#samples.at(-1)
    if (first === undefined || last === undefined || last.at <= first.at) return Number.NaN
    return (last.busy - first.busy) / ((last.at - first.at) / 1_000) / CORES
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
