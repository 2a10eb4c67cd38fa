import { expect, it } from 'vitest'
import { asUnsignedWindow } from './portable-executable.ts'

const HEADER = 0x80
const OPTIONAL = HEADER + 24

/** The least of a 64-bit program for a console, with a signature behind its content. */
function signedProgram({ content = 64, signature = 32 } = {}): Buffer {
  const program = Buffer.alloc(OPTIONAL + 256 + content + signature, 1)
  program.write('MZ', 0, 'latin1')
  program.writeUInt32LE(HEADER, 0x3c)
  program.write('PE\0\0', HEADER, 'latin1')
  program.writeUInt16LE(0x20b, OPTIONAL)
  program.writeUInt16LE(3, OPTIONAL + 68)
  program.writeUInt32LE(program.length - signature, OPTIONAL + 144)
  program.writeUInt32LE(signature, OPTIONAL + 148)
  return program
}

it('takes the signature off and the console away, and leaves all else', () => {
  const signed = signedProgram()
  const unsigned = asUnsignedWindow(signed)
  expect(unsigned.length).toBe(signed.length - 32)
  expect(unsigned.readUInt16LE(OPTIONAL + 68)).toBe(2)
  expect(unsigned.subarray(OPTIONAL + 144, OPTIONAL + 152)).toEqual(Buffer.alloc(8))
  expect(unsigned.subarray(OPTIONAL + 152)).toEqual(signed.subarray(OPTIONAL + 152, -32))
  expect(asUnsignedWindow(unsigned)).toEqual(unsigned)
})

it('changes nothing that is not what it takes it for', () => {
  expect(() => asUnsignedWindow(Buffer.alloc(512))).toThrow('no 64-bit Windows program')
  const behind = Buffer.concat([signedProgram(), Buffer.alloc(8)])
  expect(() => asUnsignedWindow(behind)).toThrow('not at its end')
})
