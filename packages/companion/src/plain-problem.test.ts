import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { problemOfDisk, problemOfFile, problemOfFolder, problemOfSite } from './plain-problem.ts'
import { callSite } from './site-call.ts'

/** No code, no name of a library, no address of memory: nothing that only a programmer reads. */
const RAW = /E[A-Z]{4,}|SSL|OpenSSL|syscall|errno|socket hang up|:\d{8,}|Error/

describe('a site that cannot be called', () => {
  const servers: { close(): void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
    }
  })
  const portOf = async (server: ReturnType<typeof createTcpServer>) => {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const said = async (site: string) =>
    callSite(site, '/').then(
      () => 'answered',
      (error) => problemOfSite(site, error),
    )

  it('does not answer', async () => {
    expect(await said('http://127.0.0.1:1')).toMatch(/^127\.0\.0\.1:1 does not answer\. Check/)
  })

  it('speaks http where https was asked for', async () => {
    const port = await portOf(createServer((_, response) => response.end()))
    const problem = await said(`https://127.0.0.1:${port}`)
    expect(problem).toMatch(/does not speak https there\. Check the address/)
    expect(problem).not.toMatch(RAW)
  })

  it('breaks off', async () => {
    const port = await portOf(createTcpServer((socket: Socket) => void socket.end()))
    expect(await said(`http://127.0.0.1:${port}`)).toMatch(/^The connection to .* broke off\./)
  })

  it('answers with something else than http', async () => {
    const port = await portOf(createTcpServer((socket) => void socket.end('220 mail\r\n')))
    expect(await said(`http://127.0.0.1:${port}`)).toMatch(/could not be reached\. Check/)
  })

  it.each([
    ['ENOTFOUND', /^There is no a\.example on the internet/],
    ['EAI_AGAIN', /does not get through to a\.example/],
    ['CERT_HAS_EXPIRED', /could not prove that it is that site/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /could not prove that it is that site/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /could not prove that it is that site/],
  ])('fails with %s', (code, sentence) => {
    const problem = problemOfSite('https://a.example', Object.assign(new Error('raw'), { code }))
    expect(problem).toMatch(sentence)
    expect(problem).not.toMatch(RAW)
  })
})

it('what the disk says is said in words', async () => {
  const noFolder = await readdir('/no/such/folder').catch((error: unknown) => error)
  const noFile = await readFile(import.meta.dirname).catch((error: unknown) => error)
  expect(problemOfFolder(noFolder)).toBe('There is no such folder. Check its path.')
  for (const error of [
    noFolder,
    noFile,
    { code: 'ENOSPC' },
    { code: 'EBUSY' },
    { code: 'EACCES' },
  ]) {
    for (const problem of [problemOfFolder(error), problemOfFile(error), problemOfDisk(error)]) {
      expect(problem).toMatch(/^[A-Z].*\.$/)
      expect(problem).not.toMatch(RAW)
    }
  }
})
