import { FileProblem, type FileWarning, fileWarning } from './problem.ts'
import type { FileType } from './problem-sentences.ts'

interface DecodedText {
  /** Well-formed (no lone surrogates), without a byte order mark or NULs. */
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** null unless the encoding is a guess. */
  warning: FileWarning | null
}

/**
 * The text of an uploaded file: docs/formats.md, Decoding. Never drops bytes, because that would merge names.
 *
 * @throws FileProblem `too_large` (more than `maxBytes`), `empty_file` (nothing but NULs and white
 *   space), `bad_encoding` (not text, UTF-32, or cut off within a character).
 */
export function decodeText(bytes: Uint8Array, maxBytes: number): DecodedText {
  refuseTooLarge(bytes, maxBytes)
  refuseOtherFileTypes(bytes)
  const decoded = decodeUnchecked(bytes, true)
  if (decoded.text.trim() === '') {
    throw new FileProblem('empty_file', {})
  }
  return decoded
}

/** Longer than a heading line and a row of the longest cells in any encoding. */
const BEGINNING_BYTES = 512 * 1024

/**
 * Like `decodeText`, but decodes only the beginning of a large file.
 *
 * @throws FileProblem what `decodeText` would throw for the beginning
 */
export function decodeBeginning(
  bytes: Uint8Array,
  maxBytes: number,
): DecodedText & { isWhole: boolean } {
  if (lengthWithoutNulTail(bytes) <= BEGINNING_BYTES) {
    return { ...decodeText(bytes, maxBytes), isWhole: true }
  }
  refuseTooLarge(bytes, maxBytes)
  refuseOtherFileTypes(bytes)
  const beginning = bytes.subarray(0, BEGINNING_BYTES)
  return { ...decodeUnchecked(beginning, false), isWhole: false }
}

function refuseTooLarge(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) {
    throw new FileProblem('too_large', { reason: 'too_many_bytes', most: maxBytes })
  }
}

function decodeUnchecked(bytes: Uint8Array, isWhole: boolean): DecodedText {
  const decoded = decodeByMarkOrGuess(bytes, isWhole)
  if (decoded.text.includes('\0')) {
    decoded.text = decoded.text.replaceAll('\0', '')
  }
  return decoded
}

function decodeByMarkOrGuess(bytes: Uint8Array, isWhole: boolean): DecodedText {
  // A crash can leave a long run of NULs after the text, which would look like UTF-16.
  const end = lengthWithoutNulTail(bytes)

  if (startsWith(bytes, [0xff, 0xfe])) {
    return utf16(bytes.subarray(2), 'utf-16le', isWhole)
  }
  if (startsWith(bytes, [0xfe, 0xff])) {
    return utf16(bytes.subarray(2), 'utf-16be', isWhole)
  }
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) {
    const text = strictText(bytes.subarray(3, Math.max(end, 3)), 'utf-8', isWhole)
    if (text === null) {
      throw new FileProblem('bad_encoding', { reason: 'invalid_utf_8' })
    }
    return { text, encoding: 'utf-8', warning: null }
  }

  const guess = guessFromNuls(bytes.subarray(0, Math.min(end, 1024)))
  if (guess !== null) {
    return withoutControls(utf16(bytes, guess, isWhole))
  }

  const content = bytes.subarray(0, end)
  const text = strictText(content, 'utf-8', isWhole)
  if (text !== null) {
    return { text, encoding: 'utf-8', warning: null }
  }
  if (isWhole) {
    refuseCutUtf8(content)
  }
  return withoutControls(windows1252(content))
}

/** null if the bytes are not valid in that encoding. The beginning of a file may end within a character. */
function strictText(
  bytes: Uint8Array,
  encoding: DecodedText['encoding'],
  isWhole: boolean,
): string | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    return decoder.decode(bytes, { stream: !isWhole })
  } catch (error) {
    if (error instanceof TypeError) {
      return null
    }
    throw error
  }
}

function utf16(
  bytes: Uint8Array,
  encoding: 'utf-16le' | 'utf-16be',
  isWhole: boolean,
): DecodedText {
  // The second byte of the last character may itself be a NUL, so round up to a whole character.
  const end = lengthWithoutNulTail(bytes)
  const text = strictText(bytes.subarray(0, end + (end % 2)), encoding, isWhole)
  if (text === null) {
    throw new FileProblem('bad_encoding', { reason: 'half_a_character' })
  }
  return { text, encoding, warning: null }
}

/**
 * UTF-16 without a mark has a NUL in every second byte, because headings are plain ASCII. A crash can leave a long run
 * of NULs in any encoding.
 */
function guessFromNuls(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const telling = String.fromCharCode(...sample).replace(/\0{4,}/g, (run) =>
    run.length % 2 === 0 ? '' : '.',
  )
  const nuls = [0, 0]
  for (let index = 0; index < telling.length; index++) {
    if (telling[index] === '\0') {
      nuls[index % 2] = (nuls[index % 2] ?? 0) + 1
    }
  }
  const [even = 0, odd = 0] = nuls
  const pairs = telling.length / 2
  if (odd > pairs / 2 && even < pairs / 10) {
    return 'utf-16le'
  }
  if (even > pairs / 2 && odd < pairs / 10) {
    return 'utf-16be'
  }
  if (even > pairs / 4 && odd > pairs / 4) {
    throw notText()
  }
  return null
}

/** The code points of the bytes 80 to 9F; 0 if Windows-1252 has none. */
const WINDOWS_1252_POINTS = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
  0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161,
  0x203a, 0x0153, 0, 0x017e, 0x0178,
]

/**
 * Our own table instead of TextDecoder: several Node 24 releases read 'windows-1252' as Latin-1, and TextDecoder
 * accepts the five undefined bytes as control characters. A file with one of those bytes is in another code page
 * (Japanese text is full of them), so its names would be garbled.
 */
function windows1252(content: Uint8Array): DecodedText {
  const utf16le = new Uint8Array(2 * content.length)
  for (let index = 0; index < content.length; index++) {
    const byte = content[index] ?? 0
    const point = byte < 0x80 || byte > 0x9f ? byte : (WINDOWS_1252_POINTS[byte - 0x80] ?? 0)
    if (point === 0 && byte !== 0) {
      throw new FileProblem('bad_encoding', { reason: 'other_code_page' })
    }
    utf16le[2 * index] = point & 0xff
    utf16le[2 * index + 1] = point >> 8
  }
  return {
    text: new TextDecoder('utf-16le', { ignoreBOM: true }).decode(utf16le),
    encoding: 'windows-1252',
    warning: fileWarning('read_as_windows_1252', {}),
  }
}

/** If the encoding is a guess, a control character shows that the content is not text at all. */
function withoutControls(decoded: DecodedText): DecodedText {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(decoded.text)) {
    throw notText()
  }
  return decoded
}

/** Without this, UTF-8 that ends within a character would pass as Windows-1252, with garbled names. */
function refuseCutUtf8(content: Uint8Array): void {
  for (let missing = 1; missing <= 3; missing++) {
    const whole = content.subarray(0, -missing)
    if (strictText(whole, 'utf-8', true) !== null && whole.some((byte) => byte > 0x7f)) {
      throw new FileProblem('bad_encoding', { reason: 'cut_within_a_character' })
    }
  }
}

const OTHER_FILE_TYPES: readonly { begin: readonly number[]; type: FileType }[] = [
  { begin: [0x50, 0x4b, 0x03, 0x04], type: 'zip_or_spreadsheet' },
  { begin: [0x50, 0x4b, 0x05, 0x06], type: 'zip' },
  { begin: [0x1f, 0x8b], type: 'gzip' },
  { begin: [0x25, 0x50, 0x44, 0x46, 0x2d], type: 'pdf' },
  { begin: [0x89, 0x50, 0x4e, 0x47], type: 'picture' },
  { begin: [0xff, 0xd8, 0xff], type: 'picture' },
  { begin: [0x47, 0x49, 0x46, 0x38], type: 'picture' },
  { begin: [0xd0, 0xcf, 0x11, 0xe0], type: 'office' },
  { begin: [0x37, 0x7a, 0xbc, 0xaf], type: 'seven_zip' },
  { begin: [0x52, 0x61, 0x72, 0x21], type: 'rar' },
  { begin: [0x7f, 0x45, 0x4c, 0x46], type: 'program' },
]

function refuseOtherFileTypes(bytes: Uint8Array): void {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) {
    throw new FileProblem('bad_encoding', { reason: 'utf_32' })
  }
  // A text could begin with 'MZ'; a program has NULs after it.
  const isProgram = startsWith(bytes, [0x4d, 0x5a]) && bytes.subarray(0, 64).includes(0)
  const found = OTHER_FILE_TYPES.find(({ begin }) => startsWith(bytes, begin))
  const type = isProgram ? 'program' : found?.type
  if (type !== undefined) {
    throw new FileProblem('bad_encoding', { reason: 'other_file_type', type })
  }
}

function notText(): FileProblem {
  return new FileProblem('bad_encoding', { reason: 'not_text' })
}

function startsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, index) => bytes[index] === byte)
}

function lengthWithoutNulTail(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) {
    end--
  }
  return end
}
