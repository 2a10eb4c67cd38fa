import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { FileProblem } from './problem.ts'

const read = (...bytes: (number[] | Buffer)[]) =>
  decodeText(Buffer.concat(bytes.map((part) => Buffer.from(part))), 1_000)
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('é,ł'), 'é,ł', 'utf-8'],
    ['a UTF-8 mark', Buffer.from('\ufeffé'), 'é', 'utf-8'],
    ['a UTF-16LE mark', utf16('\ufeff王,🏁'), '王,🏁', 'utf-16le'],
    ['a UTF-16BE mark', utf16('\ufeff王,🏁').swap16(), '王,🏁', 'utf-16be'],
    ['UTF-16LE', utf16('name,王'), 'name,王', 'utf-16le'],
    ['UTF-16BE', utf16('name,王').swap16(), 'name,王', 'utf-16be'],
    ['UTF-16LE that ends in U+0100', utf16('\ufeffaĀ'), 'aĀ', 'utf-16le'],
    ['UTF-16BE that ends in U+0100', utf16('\ufeffaĀ').swap16(), 'aĀ', 'utf-16be'],
    [
      'all of Windows-1252',
      Buffer.from([0x80, 0x8e, 0x99, 0xa0, 0xff]),
      '€Ž™\u00a0ÿ',
      'windows-1252',
    ],
    ['Latin-1 that ends in a UTF-8 lead', Buffer.from('caf\xe9', 'latin1'), 'café', 'windows-1252'],
  ])('reads %s', (_, bytes, text, encoding) => {
    expect(read(bytes)).toMatchObject({ text, encoding })
    for (const length of [1, 2, 151]) {
      expect(read(bytes, Buffer.alloc(length)), 'behind a NUL tail').toMatchObject({
        text,
        encoding,
      })
    }
  })

  it('warns only if it guesses', () => {
    expect(read(Buffer.from('é')).warning).toBeNull()
    expect(read([0xe9]).warning?.code).toBe('read_as_windows_1252')
  })

  it.each([0x81, 0x8d, 0x8f, 0x90, 0x9d])('refuses byte %i, which Windows-1252 lacks', (byte) => {
    expect(() => read([0xe9, byte])).toThrow('neither UTF-8 nor Windows-1252')
  })

  it('does not mistake text that begins with MZ for a program', () => {
    expect(read(Buffer.from('MZ,1')).text).toBe('MZ,1')
  })

  it('refuses UTF-32 without a mark instead of dropping its NULs', () => {
    const utf32 = Buffer.from(Array.from('name,points', (c) => [c.charCodeAt(0), 0, 0, 0]).flat())
    expect(() => read(utf32)).toThrow(FileProblem)
  })

  it('accepts exactly the allowed number of bytes', () => {
    expect(read(Buffer.alloc(1_000, 'a')).text).toHaveLength(1_000)
    expect(() => read(Buffer.alloc(1_001, 'a'))).toThrow('larger than the')
  })
})
