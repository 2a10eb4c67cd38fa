/** The network of the test: a switch, and a namespace for each machine with the address that `deploy/` gives it. */
import { execFileSync } from 'node:child_process'

export const MACHINES = {
  proxy: '10.0.0.10',
  db1: '10.0.0.11',
  db2: '10.0.0.12',
  db3: '10.0.0.13',
  app1: '10.0.0.21',
  app2: '10.0.0.22',
} as const

export type Machine = keyof typeof MACHINES
/** Where the test itself is: its companions, its followers and the platform. */
export const HERE = '10.0.0.1'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

export function makeNetwork(): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'switch', 'type', 'bridge')
  ip('address', 'add', `${HERE}/24`, 'dev', 'switch')
  ip('link', 'set', 'switch', 'up')
  for (const [machine, address] of Object.entries(MACHINES)) {
    ip('netns', 'add', machine)
    ip('link', 'add', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine)
    ip('link', 'set', machine, 'master', 'switch', 'up')
    ip('-n', machine, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', machine, 'link', 'set', 'eth0', 'up')
    ip('-n', machine, 'link', 'set', 'lo', 'up')
  }
}

/** Pulls the machine's cable; returns a function that puts it back. */
export function unplug(machine: Machine): () => void {
  ip('link', 'set', machine, 'down')
  return () => ip('link', 'set', machine, 'up')
}

/** Nothing passes between the machine and the others any more; it still reaches everything else. */
export function cutOff(machine: Machine, others: readonly Machine[]): () => void {
  const change = (act: 'add' | 'delete') => {
    for (const other of others) {
      ip('-n', machine, 'route', act, 'blackhole', `${MACHINES[other]}/32`)
      ip('-n', other, 'route', act, 'blackhole', `${MACHINES[machine]}/32`)
    }
  }
  change('add')
  return () => change('delete')
}
