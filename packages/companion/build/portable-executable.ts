/** Changes the few necessary bytes of a Windows program (Microsoft's "PE Format"). */

const PE_OFFSET_AT = 0x3c
const OPTIONAL_HEADER = 24
const PE32_PLUS = 0x20b
/** Offsets in the optional header of a 64-bit program. */
const CHECKSUM = 64
const SUBSYSTEM = 68
const CERTIFICATES = 112 + 4 * 8
const WINDOWS_GUI = 2

/**
 * Removes the program's signature, which changed content would void, and its console window.
 *
 * @throws {Error} if it is not a 64-bit Windows program, or its signature is not at its end
 */
export function asUnsignedWindow(program: Buffer): Buffer {
  const header = program.readUInt32LE(PE_OFFSET_AT)
  const optional = header + OPTIONAL_HEADER
  const isProgram =
    program.toString('latin1', 0, 2) === 'MZ' &&
    program.toString('latin1', header, header + 4) === 'PE\0\0' &&
    program.readUInt16LE(optional) === PE32_PLUS
  if (!isProgram) {
    throw new Error('This is not a 64-bit Windows program.')
  }
  const [at, size] = [CERTIFICATES, CERTIFICATES + 4].map((offset) =>
    program.readUInt32LE(optional + offset),
  ) as [number, number]
  if (size > 0 && at + size !== program.length) {
    throw new Error('Its signature is not at its end.')
  }
  const unsigned = Buffer.from(size > 0 ? program.subarray(0, at) : program)
  unsigned.fill(0, optional + CERTIFICATES, optional + CERTIFICATES + 8)
  unsigned.writeUInt32LE(0, optional + CHECKSUM)
  unsigned.writeUInt16LE(WINDOWS_GUI, optional + SUBSYSTEM)
  return unsigned
}
