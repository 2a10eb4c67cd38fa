/** Files that only look like a Windows program are refused. Every kind of Windows program is accepted. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveInstaller } from '../../src/domain/releases/receive-installer.ts'
import { installerUpload } from '../helpers/installer-upload.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { listContents } from '../helpers/stored-installers.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const PE_ADDRESS_AT = 0x3c
/** The offset of the optional header: after the four bytes of `PE` and the COFF header. */
const OPTIONAL_HEADER_OFFSET = 24
const SIZE_BYTES = 100_000

let server: TestServer
let headers: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  headers = await server.signIn('boss')
})
afterAll(() => server.stop())

const contents = () => listContents(server.context.db)

type Edit = (program: Buffer, peAt: number) => void

/** A valid program with a change. */
function edited(edit: Edit): Buffer {
  const program = Buffer.from(makeInstaller(SIZE_BYTES))
  edit(program, program.readUInt32LE(PE_ADDRESS_AT))
  return program
}

const cutAt = (offset: number): Buffer => {
  const program = edited(() => {})
  return program.subarray(0, program.readUInt32LE(PE_ADDRESS_AT) + offset)
}

const pointingTo = (address: number) =>
  edited((program) => program.writeInt32LE(address, PE_ADDRESS_AT))

/** A program with its headers at another address. */
const movedTo = (address: number) =>
  edited((program, peAt) => {
    program.copy(program, address, peAt, 1_024)
    program.writeUInt32LE(address, PE_ADDRESS_AT)
  })

const machine = (code: number, magic: number) =>
  edited((program, peAt) => {
    program.writeUInt16LE(code, peAt + 4)
    program.writeUInt16LE(magic, peAt + OPTIONAL_HEADER_OFFSET)
  })

/** Another kind of file after the letters MZ, as long as a program. */
const disguised = (content: Buffer | string) =>
  Buffer.concat([Buffer.from('MZ'), Buffer.from(content), Buffer.alloc(SIZE_BYTES)])

const disguises: readonly [string, Buffer][] = [
  ['the letters alone', Buffer.from('MZ')],
  ['the letters and zeros', disguised('')],
  ['the letters and text', Buffer.from(`MZ${'and so on '.repeat(1_000)}`)],
  ['a zip', disguised(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]))],
  ['a gzip', disguised(gzipSync('a program'))],
  ['a PDF', disguised('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
  ['an ELF program', disguised(Buffer.from('\u007fELF\u0002\u0001\u0001'))],
  ['a Mach-O program', disguised(Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]))],
  ['a Windows installer package', disguised(Buffer.from('d0cf11e0a1b11ae1', 'hex'))],
  ['a shell script', Buffer.from(`MZ=1\n${'curl localhost | sh\n'.repeat(100)}`)],
  ['a page', disguised('<!doctype html><script>alert(1)</script>')],
  ['another first letter', edited((program) => program.write('ZM'))],
  ['a DOS header cut off', edited(() => {}).subarray(0, 63)],
  ['a DOS program alone', cutAt(0)],
  ['PE beyond the end', pointingTo(SIZE_BYTES + 1)],
  ['PE at the last byte', pointingTo(SIZE_BYTES - 1)],
  ['PE far beyond the end', pointingTo(0x7fff_ffff)],
  ['PE before the beginning', pointingTo(-8)],
  ['PE at the letters MZ', pointingTo(0)],
  ['PE within the DOS header', movedTo(8)],
  [
    'PE beside the address in the header',
    edited((program, peAt) => program.writeUInt32LE(peAt + 4, PE_ADDRESS_AT)),
  ],
  ['PE further in than in any program', movedTo(80_000)],
  ['PE in small letters', edited((program, peAt) => program.write('pe', peAt))],
  ['PE without its zeros', edited((program, peAt) => program.write('PE  ', peAt))],
  ['a program of OS/2', edited((program, peAt) => program.write('NE', peAt))],
  ['the letters of PE at the very end', cutAt(4)],
  ['a COFF header cut off', cutAt(12)],
  ['an optional header cut off', cutAt(OPTIONAL_HEADER_OFFSET + 2)],
  ['an optional header of size 0', edited((program, peAt) => program.writeUInt16LE(0, peAt + 20))],
  [
    'an optional header past the end',
    edited((program, peAt) => program.writeUInt16LE(0xffff, peAt + 20)),
  ],
  ['a program for no machine', machine(0, 0x10b)],
  ['a program for Itanium', machine(0x200, 0x20b)],
  ['a program for PowerPC', machine(0x1f0, 0x10b)],
  ['a ROM image', machine(0x14c, 0x107)],
  ['32 bits for x64', machine(0x8664, 0x10b)],
  ['64 bits for x86', machine(0x14c, 0x20b)],
]

describe('a disguised file', () => {
  it.each(disguises)('(%s) is refused and leaves nothing', async (kind, content) => {
    const before = await contents()
    const response = await server.call(
      installerUpload(`${kind.replace('/', '')}.exe`, content, headers),
    )
    expect({ status: response.statusCode, ...response.json() }).toMatchObject({
      status: 422,
      code: 'installer_is_no_windows_program',
      error: 'The file is not a Windows program, whatever its name says.',
    })
    await expect.poll(contents).toEqual(before)
  })
})

describe('a program', () => {
  it.each([
    ['without a change', edited(() => {})],
    ['without padding', Buffer.from(makeInstaller(1_024))],
    ['for x64', machine(0x8664, 0x20b)],
    ['for ARM64', machine(0xaa64, 0x20b)],
    ['with much space before its headers', movedTo(4_000)],
    ['with its headers right after those of DOS', movedTo(64)],
  ])('%s is accepted', async (name, content) => {
    const response = await server.call(installerUpload(`${name}.exe`, content, headers))
    expect(response.statusCode, response.body).toBe(200)
    const { sha256 } = response.json()
    expect(await contents()).toContainEqual({ sha256, bytes: content.length })
  })

  it('is recognised even if its bytes come one at a time', async () => {
    const program = makeInstaller(2_000)
    const bytes = Readable.from([...program].map((byte) => Buffer.from([byte])))
    const { db } = server.context
    const received = await receiveInstaller(db, { content: bytes, type: '.exe' })
    expect(received).toMatchObject({
      sizeBytes: 2_000,
      sha256: createHash('sha256').update(program).digest('hex'),
    })
  })
})
