import { expect, it } from 'vitest'
import { asUnsignedWindow } from './portable-executable.ts'

const HEADER = 0x80
const OPTIONAL = HEADER + 24

/** A minimal 64-bit console program with a signature after its content. */
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

it('removes the signature and the console, and nothing else', () => {
  const signed = signedProgram()
  const unsigned = asUnsignedWindow(signed)
  expect(unsigned.length).toBe(signed.length - 32)
  expect(unsigned.readUInt16LE(OPTIONAL + 68)).toBe(2)
  expect(unsigned.subarray(OPTIONAL + 144, OPTIONAL + 152)).toEqual(Buffer.alloc(8))
  expect(unsigned.subarray(OPTIONAL + 152)).toEqual(signed.subarray(OPTIONAL + 152, -32))
  expect(asUnsignedWindow(unsigned)).toEqual(unsigned)
})

it('rejects any other file', () => {
  expect(() => asUnsignedWindow(Buffer.alloc(512))).toThrow('not a 64-bit Windows program')
  const trailing = Buffer.concat([signedProgram(), Buffer.alloc(8)])
  expect(() => asUnsignedWindow(trailing)).toThrow('not at its end')
})
