/** What only looks like a Windows program is refused, whatever is known of one is taken. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveInstaller } from '../src/features/releases/installer-files.ts'
import { installerUpload } from './installer-upload.ts'
import { makeInstaller } from './sample-installer.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

const PE_ADDRESS_AT = 0x3c
/** Of the optional header, behind the four letters of `PE` and the COFF header. */
const OPTIONAL_HEADER_OFFSET = 24
const SIZE_BYTES = 100_000

let server: TestServer
let headers: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  headers = await server.signIn('boss')
})
afterAll(() => server.stop())

const filesOnDisk = () => readdir(path.join(server.context.config.dataDir, 'releases'))

type Edit = (program: Buffer, peAt: number) => void

/** A sound program but for what is done to it. */
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

/** A program whose headers lie elsewhere. */
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

/** Another kind of file behind the two letters, as long as a program. */
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
    'PE beside what is pointed to',
    edited((program, peAt) => program.writeUInt32LE(peAt + 4, PE_ADDRESS_AT)),
  ],
  ['PE further in than any program has it', movedTo(80_000)],
  ['PE in small letters', edited((program, peAt) => program.write('pe', peAt))],
  ['PE without its zeros', edited((program, peAt) => program.write('PE  ', peAt))],
  ['a program of OS/2', edited((program, peAt) => program.write('NE', peAt))],
  ['the letters of PE at the very end', cutAt(4)],
  ['a COFF header cut off', cutAt(12)],
  ['an optional header cut off', cutAt(OPTIONAL_HEADER_OFFSET + 2)],
  ['an optional header of none', edited((program, peAt) => program.writeUInt16LE(0, peAt + 20))],
  [
    'an optional header past the end',
    edited((program, peAt) => program.writeUInt16LE(0xffff, peAt + 20)),
  ],
  ['a program for no machine', machine(0, 0x10b)],
  ['a program for Itanium', machine(0x200, 0x20b)],
  ['a program for PowerPC', machine(0x1f0, 0x10b)],
  ['a ROM image', machine(0x14c, 0x107)],
  ['32 bits of 64', machine(0x8664, 0x10b)],
  ['64 bits of 32', machine(0x14c, 0x20b)],
]

describe('a disguised file', () => {
  it.each(disguises)('(%s) is refused and leaves nothing', async (kind, content) => {
    const before = await filesOnDisk()
    const response = await server.call(
      installerUpload(`${kind.replace('/', '')}.exe`, content, headers),
    )
    expect({ status: response.statusCode, ...response.json() }).toMatchObject({
      status: 422,
      code: 'invalid',
      error: 'The file is not a Windows program, whatever its name says.',
    })
    expect(await filesOnDisk()).toEqual(before)
  })
})

describe('a program', () => {
  it.each([
    ['as it is made', edited(() => {})],
    ['of nothing but itself', Buffer.from(makeInstaller(1_024))],
    ['for x64', machine(0x8664, 0x20b)],
    ['for ARM64', machine(0xaa64, 0x20b)],
    ['with much before its headers', movedTo(4_000)],
    ['with its headers right behind those of DOS', movedTo(64)],
  ])('%s is taken', async (name, content) => {
    const response = await server.call(installerUpload(`${name}.exe`, content, headers))
    expect(response.statusCode, response.body).toBe(200)
    expect(await filesOnDisk()).toContain(`${response.json().sha256}.exe`)
  })

  it('is known by its bytes, however few of them come at a time', async () => {
    const program = makeInstaller(2_000)
    const bytes = Readable.from([...program].map((byte) => Buffer.from([byte])))
    const received = await receiveInstaller(bytes, {
      ...server.context.config,
      type: '.exe',
    })
    await received.drop()
    expect(received).toMatchObject({
      sizeBytes: 2_000,
      sha256: createHash('sha256').update(program).digest('hex'),
    })
  })
})
