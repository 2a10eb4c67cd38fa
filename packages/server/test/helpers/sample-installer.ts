/** An installer for the demo and the tests: a real Windows program that installs nothing. */

const MESSAGE = 'This is the sample companion of the demo. It installs nothing.\r\n$'

const DOS_HEADER_BYTES = 64
const DOS_PAGE_BYTES = 512
const MESSAGE_AT = 14

/** Prints the text at DS:DX up to the dollar sign, then ends. */
const DOS_CODE = [
  ...[0x0e, 0x1f], // push cs; pop ds
  ...[0xba, MESSAGE_AT, 0x00], // mov dx, message
  ...[0xb4, 0x09, 0xcd, 0x21], // mov ah, 9; int 21h
  ...[0xb8, 0x00, 0x4c, 0xcd, 0x21], // mov ax, 4c00h; int 21h
]

/** The Windows part comes after the DOS program, as in every Windows program. */
const PE_AT = 0x90
const COFF_AT = PE_AT + 4
const OPTIONAL_AT = COFF_AT + 20
const DIRECTORIES = 16
const OPTIONAL_BYTES = 96 + 8 * DIRECTORIES
const SECTION_AT = OPTIONAL_AT + OPTIONAL_BYTES

const FILE_UNIT = 0x200
const MEMORY_UNIT = 0x1000

const CODE = [0x31, 0xc0, 0xc3] // xor eax, eax; ret

const MIN_BYTES = 2 * FILE_UNIT

type Fields = readonly (readonly [at: number, value: number])[]

/** @param sizeBytes at least 1,024; `filling` pads the program to this size */
export function makeInstaller(sizeBytes: number, filling = 0): Uint8Array<ArrayBuffer> {
  if (sizeBytes < MIN_BYTES) {
    throw new RangeError(`a program has ${MIN_BYTES} bytes at least, not ${sizeBytes}`)
  }
  const bytes = new Uint8Array(sizeBytes).fill(filling, MIN_BYTES)
  const view = new DataView(bytes.buffer)
  const words = (fields: Fields) => {
    for (const [at, value] of fields) view.setUint16(at, value, true)
  }
  const longs = (fields: Fields) => {
    for (const [at, value] of fields) view.setUint32(at, value, true)
  }
  const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at)

  const dosBytes = DOS_HEADER_BYTES + DOS_CODE.length + MESSAGE.length
  text(0, 'MZ')
  words([
    [0x02, dosBytes % DOS_PAGE_BYTES],
    [0x04, Math.ceil(dosBytes / DOS_PAGE_BYTES)],
    [0x08, DOS_HEADER_BYTES / 16],
    // All memory, with the stack after the program.
    [0x0a, 16],
    [0x0c, 0xffff],
    [0x10, 0x100],
    [0x18, DOS_HEADER_BYTES],
  ])
  longs([[0x3c, PE_AT]])
  bytes.set(DOS_CODE, DOS_HEADER_BYTES)
  text(DOS_HEADER_BYTES + DOS_CODE.length, MESSAGE)

  // 2. The Windows program: 32-bit x86 at a fixed address, with one section.
  text(PE_AT, 'PE')
  words([
    [COFF_AT, 0x14c],
    [COFF_AT + 2, 1],
    [COFF_AT + 16, OPTIONAL_BYTES],
    [COFF_AT + 18, 0x103],
    [OPTIONAL_AT, 0x10b],
    // For the console, from Windows 4.0.
    [OPTIONAL_AT + 40, 4],
    [OPTIONAL_AT + 48, 4],
    [OPTIONAL_AT + 68, 3],
    [OPTIONAL_AT + 70, 0x100],
  ])
  longs([
    // Size, entry point and base of the code, and base of the data.
    [OPTIONAL_AT + 4, FILE_UNIT],
    [OPTIONAL_AT + 16, MEMORY_UNIT],
    [OPTIONAL_AT + 20, MEMORY_UNIT],
    [OPTIONAL_AT + 24, 2 * MEMORY_UNIT],
    [OPTIONAL_AT + 28, 0x40_0000],
    [OPTIONAL_AT + 32, MEMORY_UNIT],
    [OPTIONAL_AT + 36, FILE_UNIT],
    // Size of the image in memory, and of its headers in the file.
    [OPTIONAL_AT + 56, 2 * MEMORY_UNIT],
    [OPTIONAL_AT + 60, FILE_UNIT],
    // Stack and heap: reserved size, then initial size.
    [OPTIONAL_AT + 72, 0x10_0000],
    [OPTIONAL_AT + 76, 0x1000],
    [OPTIONAL_AT + 80, 0x10_0000],
    [OPTIONAL_AT + 84, 0x1000],
    [OPTIONAL_AT + 92, DIRECTORIES],
  ])

  text(SECTION_AT, '.text')
  longs([
    [SECTION_AT + 8, CODE.length],
    [SECTION_AT + 12, MEMORY_UNIT],
    [SECTION_AT + 16, FILE_UNIT],
    [SECTION_AT + 20, FILE_UNIT],
    [SECTION_AT + 36, 0x6000_0020],
  ])
  bytes.set(CODE, FILE_UNIT)
  return bytes
}
