/** The processes of an embedded database, for tests that kill it and look for remaining processes. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

interface Process {
  pid: number
  parent: number
  isZombie: boolean
  program: string
  command: string
}

export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'database', 'postmaster.pid'), 'utf8')
  return Number.parseInt(text, 10)
}

/** The shells that start a database, and stop it when the server ends. */
export function watchersOf(postmaster: number): number[] {
  const all = listProcesses()
  const shell = all.find(({ pid }) => pid === postmaster)?.parent
  return all
    .filter(({ pid, parent, program }) => program === 'sh' && (pid === shell || parent === shell))
    .map(({ pid }) => pid)
}

/** The processes that work on a data directory: those with its path in their command, and their descendants. */
export function listRunningOn(dataDir: string): string[] {
  const all = listProcesses().filter(({ isZombie }) => !isZombie)
  const found = new Set(
    all.filter(({ command }) => command.includes(dataDir)).map(({ pid }) => pid),
  )
  for (const { pid, parent } of all) {
    if (found.has(parent)) {
      found.add(pid)
    }
  }
  return all.filter(({ pid }) => found.has(pid)).map(({ command }) => command)
}

/** The memory of all descendants of a process in bytes. Shared pages count once (Linux). */
export function memoryOfChildren(pid: number): number {
  const found = new Set([pid])
  let bytes = 0
  for (const { pid: child, parent } of listProcesses()) {
    if (found.has(parent)) {
      found.add(child)
      bytes += memoryOf(child)
    }
  }
  return bytes
}

function memoryOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024
  } catch {
    // The process has ended since it was listed.
    return 0
  }
}

/** All processes in order of their ids, so that parents usually come before their children. */
function listProcesses(): Process[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,ucomm=,args='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', program = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined
      ? []
      : [
          {
            pid: Number(pid),
            parent: Number(parent),
            isZombie: state.startsWith('Z'),
            program,
            command,
          },
        ]
  })
}
