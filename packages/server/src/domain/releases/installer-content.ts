/** Recognises the content of each type of installer. */
import type { InstallerType } from '@rollcall/contract/releases'

/** A type can be recognised within these bytes; known programs need only the first few thousand. */
export const HEAD_BYTES = 64 * 1024

interface ContentRule {
  /** @param head the first {@link HEAD_BYTES} of a file, or the whole of a shorter one */
  isMet(head: Buffer): boolean
  refusal: 'installer_is_no_windows_program'
}

export const CONTENT_RULES: Readonly<Record<InstallerType, ContentRule>> = {
  '.exe': {
    isMet: isWindowsProgram,
    refusal: 'installer_is_no_windows_program',
  },
}

const DOS_HEADER_BYTES = 64
/** Where the DOS header has the address of the PE header. */
const PE_ADDRESS_AT = 0x3c
const PE_LETTERS = Buffer.from('PE\0\0')
const COFF_HEADER_BYTES = 20

const PE32 = { magic: 0x10b, leastBytes: 96 }
const PE32_PLUS = { magic: 0x20b, leastBytes: 112 }
/** The machines that Windows runs on, and the optional header of their programs. */
const OPTIONAL_HEADERS = new Map([
  [0x14c, PE32], // x86
  [0x8664, PE32_PLUS], // x64
  [0xaa64, PE32_PLUS], // ARM64
])

/** Checks the headers that Windows reads: other files may begin with the same two letters. */
function isWindowsProgram(head: Buffer): boolean {
  if (head.length < DOS_HEADER_BYTES || head.toString('latin1', 0, 2) !== 'MZ') {
    return false
  }
  const peAt = head.readUInt32LE(PE_ADDRESS_AT)
  const coffAt = peAt + PE_LETTERS.length
  const optionalAt = coffAt + COFF_HEADER_BYTES
  if (peAt < DOS_HEADER_BYTES || !head.subarray(peAt, coffAt).equals(PE_LETTERS)) {
    return false
  }
  if (optionalAt + 2 > head.length) {
    return false
  }
  const expected = OPTIONAL_HEADERS.get(head.readUInt16LE(coffAt))
  const optionalBytes = head.readUInt16LE(coffAt + 16)
  return (
    expected !== undefined &&
    head.readUInt16LE(optionalAt) === expected.magic &&
    optionalBytes >= expected.leastBytes &&
    optionalAt + optionalBytes <= head.length
  )
}
