/** The three database machines of `deploy/cluster`: etcd, and PostgreSQL under Patroni, on each. */
import { execFile } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPrograms, userToRunAs } from '@rollcall/server/testing/own-postgres'
import { fillDeployed, type Replacements, readVariables } from '../deploy-files.ts'
import { must, until } from '../fault.ts'
import { MACHINES } from './network.ts'
import { type Program, startOn } from './programs.ts'
import { DATABASE_PASSWORD } from './site.ts'

const NODES = ['db1', 'db2', 'db3'] as const
export type Node = (typeof NODES)[number]

const PATRONI_CALLS = ['initdb', 'postgres', 'pg_controldata', 'pg_basebackup', 'pg_rewind']
const HEALTHY_WITHIN_MS = 180_000
const SUPERUSER_PASSWORD = 'postgres-of-this-run'

interface Member {
  name: Node
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  lag?: number | 'unknown'
}

export class DatabaseNodes {
  /** As in `deploy/cluster/rollcall.env`. */
  readonly url = `postgres://rollcall:${DATABASE_PASSWORD}@${MACHINES.proxy}/rollcall`
  readonly #directory: string
  readonly #user = userToRunAs()
  readonly #etcd = new Map<Node, Program>()
  readonly #patroni = new Map<Node, Program>()

  constructor(directory: string) {
    this.#directory = directory
  }

  async start(): Promise<void> {
    for (const node of NODES) {
      await mkdir(this.#of(node, 'socket'), { recursive: true })
      for (const folder of ['', 'socket']) {
        const { uid, gid } = this.#user ?? { uid: -1, gid: -1 }
        await chown(this.#of(node, folder), uid, gid)
      }
      await this.startEtcd(node)
    }
    await until('etcd has a leader', async () => (await this.findEtcdLeader()) !== null, {
      withinMs: 60_000,
    })
    for (const node of NODES) await this.startPatroni(node)
    await this.untilHealthy()
  }

  /** Creates role and database as `deploy/database.sql` does. HAProxy must run. */
  async createDatabase(): Promise<void> {
    const file = fileURLToPath(new URL('../../deploy/database.sql', import.meta.url))
    const admin = `postgres://postgres:${SUPERUSER_PASSWORD}@${MACHINES.proxy}/postgres`
    await promisify(execFile)('psql', [
      ...[admin, '-v', 'ON_ERROR_STOP=1', '-v', `password=${DATABASE_PASSWORD}`, '-f', file],
    ])
  }

  async startEtcd(node: Node): Promise<void> {
    const environment = await readVariables('cluster/etcd.env', {
      ...ownName(node, ['ETCD_NAME=', '_URLS=http://']),
      '/var/lib/etcd/rollcall': this.#of(node, 'etcd'),
    })
    this.#etcd.set(
      node,
      startOn(node, {
        command: ['etcd'],
        environment,
        user: this.#user,
        log: this.#log(node, 'etcd'),
      }),
    )
  }

  async startPatroni(node: Node): Promise<void> {
    const config = this.#of(node, 'patroni.yml')
    await fillDeployed(
      'cluster/patroni.yml',
      {
        '/usr/lib/postgresql/15/bin': await findPrograms(PATRONI_CALLS),
        '/var/lib/postgresql/15/rollcall': this.#of(node, 'data'),
        '/var/lib/postgresql/.pgpass-patroni': this.#of(node, 'pgpass'),
        '/var/run/postgresql': this.#of(node, 'socket'),
        // Three of them share this machine's memory.
        'shared_buffers: 1GB': 'shared_buffers: 128MB',
      },
      config,
    )
    const environment = await readVariables('cluster/patroni.env', {
      ...ownName(node, ['PATRONI_NAME=', '_LISTEN=', '_ADDRESS=']),
      'password-of-postgres': SUPERUSER_PASSWORD,
    })
    this.#patroni.set(
      node,
      startOn(node, {
        command: ['patroni', config],
        environment,
        user: this.#user,
        cwd: this.#of(node),
        log: this.#log(node, 'patroni'),
      }),
    )
  }

  /** Kills the node's PostgreSQL and its Patroni, as if the machine lost its power. */
  async killNode(node: Node): Promise<void> {
    await this.#patroni.get(node)?.end('SIGKILL')
    for (const pid of this.processesOf(node)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended together with another one.
      }
    }
  }

  async killEtcd(node: Node): Promise<void> {
    await this.#etcd.get(node)?.end('SIGKILL')
  }

  /** The processes of the node's PostgreSQL: all of them work in its data directory. */
  processesOf(node: Node): number[] {
    const data = this.#of(node, 'data')
    return readdirSync('/proc').flatMap((name) => {
      try {
        return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === data
          ? [Number(name)]
          : []
      } catch {
        // It has ended.
        return []
      }
    })
  }

  async findPrimary(): Promise<Node> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader')
    must(leader !== undefined, 'There is no primary')
    return leader.name
  }

  /** The replica that the primary waits for, and the other one. */
  async findReplicas(): Promise<{ awaited: Node; other: Node }> {
    const members = await this.#members()
    const awaited = members.find(({ role }) => role === 'sync_standby')
    const other = members.find(({ role }) => role === 'replica')
    must(awaited !== undefined && other !== undefined, 'Not both replicas are there')
    return { awaited: awaited.name, other: other.name }
  }

  async findEtcdLeader(): Promise<Node | null> {
    for (const node of NODES) {
      const answer = await fetch(`http://${MACHINES[node]}:2379/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      const status = (await answer?.json()) as
        | { leader?: string; header: { member_id: string } }
        | undefined
      if (status?.leader !== undefined && status.leader === status.header.member_id) return node
    }
    return null
  }

  /** A primary, a replica that it waits for, and another one, all at the same point. */
  async untilHealthy(): Promise<void> {
    let members: Member[] = []
    const isHealthy = async () => {
      for (const [node, program] of this.#patroni) {
        must(
          !program.hasEnded(),
          `Patroni on ${node} ended; its log is ${this.#log(node, 'patroni')}`,
        )
      }
      members = await this.#members()
      const roles = members.map(({ role }) => role).toSorted()
      return (
        roles.join() === 'leader,replica,sync_standby' &&
        members.every(
          ({ state, lag = 0 }) => /running|streaming/.test(state) && Number(lag) < 1e6,
        ) &&
        (await this.findEtcdLeader()) !== null
      )
    }
    await until('all three database nodes are well', isHealthy, {
      withinMs: HEALTHY_WITHIN_MS,
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(members)}`)
    })
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#patroni.values()].map((program) => program.end('SIGTERM')))
    await Promise.all([...this.#etcd.values()].map((program) => program.end('SIGTERM')))
  }

  /** As the primary says; another one may not know yet what has changed. */
  async #members(): Promise<Member[]> {
    for (const node of NODES) {
      if ((await ask(node, 'primary'))?.status !== 200) continue
      const answer = await ask(node, 'cluster')
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  #of(node: Node, file = ''): string {
    return path.join(this.#directory, node, file)
  }

  #log(node: Node, program: string): string {
    return path.join(this.#directory, `${node}-${program}.log`)
  }
}

/** null without an answer. */
function ask(node: Node, path: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(2_000)
  return fetch(`http://${MACHINES[node]}:8008/${path}`, { signal }).catch(() => null)
}

/** The files are those of the first node; each further one has its own name and address in the same places. */
function ownName(node: Node, places: readonly string[]): Replacements {
  return Object.fromEntries(
    places.map((place) =>
      place.endsWith('NAME=')
        ? [`${place}db1`, `${place}${node}`]
        : [`${place}${MACHINES.db1}`, `${place}${MACHINES[node]}`],
    ),
  )
}
