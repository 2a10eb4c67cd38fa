/** The proxies of `deploy/one-machine`, in front of a server on this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { readDeployed } from './deploy-files.ts'
import { must, NotInstalled, PATIENCE, until } from './fault.ts'

/** The site's name, in the proxies' files too. */
export const NAME = 'rollcall.example'

export interface Front {
  origin: string
  /** TLS options for calls to it. */
  tls: { ca: Buffer; servername: string }
  ask(path: string, options?: RequestOptions): Promise<IncomingMessage>
  stop(): Promise<void>
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
  /** The client's own address, one of this machine's. */
  from?: string
}

/** Starts nginx in front of the server on that port of this machine. */
export async function startNginx(directory: string, serverPort: number): Promise<Front> {
  const { program, prefix, file, key, certificate, port } = await prepare('nginx', directory)
  const site = await readDeployed('one-machine/nginx.conf', {
    'server 127.0.0.1:3000;': `server 127.0.0.1:${serverPort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    '/etc/ssl/rollcall.example.pem': certificate,
    '/etc/ssl/rollcall.example.key': key,
    '/var/cache/nginx/rollcall': file('shows'),
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = [
    'daemon off; master_process off; events {}',
    `pid ${file('nginx.pid')}; error_log ${file('error.log')};`,
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${file(name)};`),
    site,
    '}',
  ]
  await writeFile(file('nginx.conf'), config.join('\n'))
  const started = ['-p', prefix, '-c', file('nginx.conf'), '-e', file('error.log')]
  const child = spawn(program, started, { stdio: 'inherit' })
  return whenItListens(child, { port, certificate, log: file('error.log') })
}

/** Starts Caddy in front of the server on that port of this machine. */
export async function startCaddy(directory: string, serverPort: number): Promise<Front> {
  const { program, prefix, file, key, certificate, port } = await prepare('caddy', directory)
  const site = await readDeployed('one-machine/Caddyfile', {
    [`${NAME} {`]: `https://${NAME}:${port} {\n    bind 127.0.0.1\n    tls ${certificate} ${key}`,
    '127.0.0.1:3000': `127.0.0.1:${serverPort}`,
  })
  const own = `{\n    admin off\n    auto_https disable_redirects\n    log {\n        output file ${file('log')}\n    }\n}`
  await writeFile(file('Caddyfile'), `${own}\n${site}`)
  const child = spawn(program, ['run', '--config', file('Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { XDG_DATA_HOME: prefix, XDG_CONFIG_HOME: prefix },
  })
  return whenItListens(child, { port, certificate, log: file('log') })
}

/** What a proxy needs: its program, a directory of its own with a certificate, and a port. */
async function prepare(name: string, directory: string) {
  const program = findProgram(name)
  const prefix = path.join(directory, name)
  await mkdir(prefix)
  const file = (its: string) => path.join(prefix, its)
  return { program, prefix, file, ...makeCertificate(prefix), port: await findFreePort() }
}

function findProgram(name: string): string {
  const program = ['/usr/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
  if (program === undefined) {
    throw new NotInstalled(`${name} is not installed here.`)
  }
  return program
}

/** Puts a certificate for the site and its key into the directory. */
function makeCertificate(directory: string): { key: string; certificate: string } {
  const key = path.join(directory, 'key.pem')
  const certificate = path.join(directory, 'certificate.pem')
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key]
  execFileSync('openssl', ['req', ...made, '-out', certificate, ...subject], { stdio: 'ignore' })
  return { key, certificate }
}

async function whenItListens(
  child: ChildProcess,
  { port, certificate, log }: { port: number; certificate: string; log: string },
): Promise<Front> {
  const ca = await readFile(certificate)
  const front: Front = {
    origin: `https://127.0.0.1:${port}`,
    tls: { ca, servername: NAME },
    ask: (url, options = {}) => ask({ port, ca }, url, options),
    stop: () => end(child),
  }
  const isUp = () =>
    front.ask('/health').then(
      () => true,
      () => child.exitCode !== null,
    )
  await until('the proxy listens', isUp, { withinMs: 10_000 })
  must(child.exitCode === null, `It ended: ${await readFile(log, 'utf8')}`)
  return front
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function ask(
  { port, ca }: { port: number; ca: Buffer },
  url: string,
  { method = 'GET', headers = {}, body, from }: RequestOptions,
): Promise<IncomingMessage> {
  const request = https.request({
    host: '127.0.0.1',
    port,
    path: url,
    method,
    ca,
    servername: NAME,
    agent: false,
    headers: { host: NAME, ...headers, ...(body && { 'content-length': body.length }) },
    ...(from !== undefined && { localAddress: from }),
    signal: AbortSignal.timeout(60_000 * PATIENCE),
  })
  const answered = once(request, 'response')
  request.end(body)
  const [response] = (await answered) as [IncomingMessage]
  return response
}
