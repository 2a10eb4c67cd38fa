/** The site: HAProxy, and the processes of Rollcall behind it, as `deploy/` has them. */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { NO_RATE_LIMITS } from '@rollcall/server/limits'
import { CLIENT_ID } from '@rollcall/server/testing/fake-twitch'
import { fillDeployed, readUnit, readVariables } from '../deploy-files.ts'
import { must, until } from '../fault.ts'
import { siteCertificate } from './certificate.ts'
import { MACHINES, type Machine } from './network.ts'
import { type Program, startOn } from './programs.ts'

export type Architecture = 'two-machines' | 'cluster'

/** The address at which people reach the site. */
export const ORIGIN = `https://${MACHINES.proxy}`
/** The password of the role that `deploy/database.sql` creates. */
export const DATABASE_PASSWORD = 'rollcall-of-this-run'
/** For a start on a busy machine, which also makes all tables. */
const READY_MS = 120_000
const STREAMS = '5000'

export interface Place {
  architecture: Architecture
  directory: string
  /** Where the platform answers. */
  platformUrl: string
}

export async function startProxy({ architecture, directory }: Place): Promise<Program> {
  const config = path.join(directory, 'haproxy.cfg')
  // Without root it stays who it is.
  const asOther = ['    user haproxy\n', '    group haproxy\n', '    chroot /var/lib/haproxy\n']
  await fillDeployed(
    `${architecture}/haproxy.cfg`,
    {
      '/etc/haproxy/rollcall.example.pem': siteCertificate(directory),
      // A connection takes two of the files that a process may open.
      'maxconn 20000': 'maxconn 2000',
      ...(process.getuid?.() !== 0 && Object.fromEntries(asOther.map((line) => [line, '']))),
    },
    config,
  )
  const log = path.join(directory, `${architecture}-haproxy.log`)
  const program = startOn('proxy', { command: ['haproxy', '-db', '-f', config], log })
  const isUp = () =>
    fetch(ORIGIN, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => program.hasEnded(),
    )
  await until('HAProxy listens', isUp, { withinMs: 10_000 })
  must(!program.hasEnded(), `HAProxy ended: ${await readFile(log, 'utf8')}`)
  return program
}

export interface SiteProcess extends Program {
  name: string
}

/** Starts the instance of the unit on that machine, with the code below `code`; resolves when it is ready. */
export async function startProcess(
  place: Place,
  { machine, port, code }: { machine: Machine; port: number; code: string },
): Promise<SiteProcess> {
  const { architecture, directory, platformUrl } = place
  const name = `${machine}-${port}`
  const dataDir = path.join(directory, name)
  await mkdir(dataDir, { recursive: true })
  const unit = await readUnit(String(port), {
    '/opt/rollcall': code,
    [`/var/lib/rollcall/${port}`]: dataDir,
  })
  const variables = await readVariables(`${architecture}/rollcall.env`, {
    'https://rollcall.example': ORIGIN,
    'client-id-of-your-app': CLIENT_ID,
    'password-of-rollcall': DATABASE_PASSWORD,
    'session-secret': 'only-for-this-run-0123456789-abcdef',
    'privacy-key': 'only-for-this-run-abcdef-0123456789',
    ...(machine === 'app2' && { [`HOST=${MACHINES.app1}`]: `HOST=${MACHINES.app2}` }),
  })
  const log = path.join(directory, `${name}.log`)
  const before = await readFile(log, 'utf8').catch(() => '')
  const program = startOn(machine, {
    ...unit,
    environment: {
      ...unit.environment,
      ...variables,
      ...NO_RATE_LIMITS,
      // All followers come from one address, and after a kill to one server.
      MAX_LIVE_STREAMS_OF_ONE: STREAMS,
      TWITCH_AUTH_URL: platformUrl,
      TWITCH_API_URL: platformUrl,
    },
    log,
  })
  const saysReady = async () =>
    (await readFile(log, 'utf8')).slice(before.length).includes(' is ready at ')
  await until(`${name} is ready`, async () => program.hasEnded() || (await saysReady()), {
    withinMs: READY_MS,
  })
  must(!program.hasEnded(), `${name} ended: ${(await readFile(log, 'utf8')).slice(-2_000)}`)
  return { ...program, name }
}
