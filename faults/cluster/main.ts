/**
 * `npm run test:cluster` builds the architectures of `deploy/` on this machine, each of their machines as a network
 * namespace, takes their parts away during uploads, and prints a table. docs/operating.md says what it needs.
 *
 * This file checks what is installed and enters namespaces of its own, in which nothing outlives the run;
 * `architectures.ts` does the rest.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun, findPrograms } from '@rollcall/server/testing/own-postgres'
import { makeCertificate } from './certificate.ts'
import { findMissing } from './programs.ts'

const INSIDE = fileURLToPath(new URL('./architectures.ts', import.meta.url))

process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`
const print = (line: string) => process.stdout.write(`${line}\n`)
const missing = await whatIsMissing()
if (missing.length > 0) {
  print(`NOT RUN: this needs ${missing.join(', ')}. docs/operating.md names Debian's packages.`)
  process.exit(1)
}

const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-machines-'))
// PostgreSQL and HAProxy run as other users, who need access to their own files below.
await chmod(directory, 0o711)
const certificate = makeCertificate(directory)
const run = spawn(
  'unshare',
  [
    ...namespaces(),
    'sh',
    '-c',
    // Names of network namespaces are files in /run; as the first process, sh also collects what others leave behind.
    'mount -t tmpfs none /run && mkdir /run/netns && "$@"; exit $?',
    'sh',
    process.execPath,
    INSIDE,
    directory,
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The kernel then ends everything inside.
  process.on(signal, () => run.kill('SIGKILL'))
}
const [code] = await once(run, 'exit')
if (process.env.CLUSTER_KEEP === undefined) {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
} else {
  print(`Logs are in ${directory}.`)
}
process.exitCode = code ?? 1

function namespaces(): string[] {
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  return process.getuid?.() === 0 ? own : ['--user', '--map-current-user', '--keep-caps', ...own]
}

async function whatIsMissing(): Promise<string[]> {
  const programs = findMissing()
  try {
    await findPrograms()
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    programs.push('a PostgreSQL server (or POSTGRES_BIN)')
  }
  if (programs.includes('unshare')) return programs
  try {
    execFileSync('unshare', [...namespaces(), 'true'], { stdio: 'ignore' })
    return programs
  } catch {
    return [...programs, 'root, or the right to make user namespaces']
  }
}
