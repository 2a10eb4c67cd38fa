import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  describeDiskProblem,
  describeFileProblem,
  describeFolderProblem,
  describeSiteProblem,
} from './plain-problem.ts'
import { callSite } from './site-call.ts'

/** Codes, names of libraries and memory addresses, which mean something only to programmers. */
const RAW = /E[A-Z]{4,}|SSL|OpenSSL|syscall|errno|socket hang up|:\d{8,}|Error/

describe('a site that cannot be called', () => {
  const servers: { close(): void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
    }
  })
  const listen = async (server: ReturnType<typeof createTcpServer>) => {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const said = async (site: string) =>
    callSite(site, '/').then(
      () => 'answered',
      (error) => describeSiteProblem(site, error),
    )

  it('is not answering', async () => {
    expect(await said('http://127.0.0.1:1')).toMatch(/^127\.0\.0\.1:1 is not answering\. Check/)
  })

  it('speaks http instead of https', async () => {
    const port = await listen(createServer((_, response) => response.end()))
    const problem = await said(`https://127.0.0.1:${port}`)
    expect(problem).toMatch(/does not speak https there\. Check the address/)
    expect(problem).not.toMatch(RAW)
  })

  it('breaks off', async () => {
    const port = await listen(createTcpServer((socket: Socket) => void socket.end()))
    expect(await said(`http://127.0.0.1:${port}`)).toMatch(/^The connection to .* was lost\./)
  })

  it('answers with something other than http', async () => {
    const port = await listen(createTcpServer((socket) => void socket.end('220 mail\r\n')))
    expect(await said(`http://127.0.0.1:${port}`)).toMatch(/could not be reached\. Check/)
  })

  it.each([
    ['ENOTFOUND', /^a\.example does not exist/],
    ['EAI_AGAIN', /cannot reach a\.example/],
    ['CERT_HAS_EXPIRED', /could not prove its identity/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /could not prove its identity/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /could not prove its identity/],
  ])('fails with %s', (code, sentence) => {
    const problem = describeSiteProblem(
      'https://a.example',
      Object.assign(new Error('raw'), { code }),
    )
    expect(problem).toMatch(sentence)
    expect(problem).not.toMatch(RAW)
  })
})

it('errors of the disk become sentences', async () => {
  const noFolder = await readdir('/no/such/folder').catch((error: unknown) => error)
  const noFile = await readFile(import.meta.dirname).catch((error: unknown) => error)
  expect(describeFolderProblem(noFolder)).toBe('There is no such folder. Check its path.')
  for (const error of [
    noFolder,
    noFile,
    { code: 'ENOSPC' },
    { code: 'EBUSY' },
    { code: 'EACCES' },
  ]) {
    for (const problem of [
      describeFolderProblem(error),
      describeFileProblem(error),
      describeDiskProblem(error),
    ]) {
      expect(problem).toMatch(/^[A-Z].*\.$/)
      expect(problem).not.toMatch(RAW)
    }
  }
})
