/** A program for the demo to offer: it installs nothing, but it is a real one. */

const MESSAGE = 'This is the sample companion of the demo. It installs nothing.\r\n$'

const HEADER_BYTES = 32
const PAGE_BYTES = 512
/** Where the message follows the code. */
const MESSAGE_AT = 14

/** Prints what DS:DX points at up to the dollar sign, and ends. */
const CODE = [
  ...[0x0e, 0x1f], // push cs; pop ds
  ...[0xba, MESSAGE_AT, 0x00], // mov dx, message
  ...[0xb4, 0x09, 0xcd, 0x21], // mov ah, 9; int 21h
  ...[0xb8, 0x00, 0x4c, 0xcd, 0x21], // mov ax, 4c00h; int 21h
]

/** @param sizeBytes what the program does not need is filled with zeros, so that it weighs something */
export function makeInstaller(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes)
  const programBytes = HEADER_BYTES + CODE.length + MESSAGE.length
  const header = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('MZ'))
  header.setUint16(2, programBytes % PAGE_BYTES, true)
  header.setUint16(4, Math.ceil(programBytes / PAGE_BYTES), true)
  header.setUint16(8, HEADER_BYTES / 16, true)
  // As much memory as there is, the stack behind the program.
  header.setUint16(10, 16, true)
  header.setUint16(12, 0xffff, true)
  header.setUint16(16, 0x100, true)
  header.setUint16(24, HEADER_BYTES, true)
  bytes.set(CODE, HEADER_BYTES)
  bytes.set(new TextEncoder().encode(MESSAGE), HEADER_BYTES + CODE.length)
  return bytes
}
