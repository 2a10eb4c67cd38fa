/**
 * Reads the files of a zip. fflate does not read the directory here, because it silently drops the bytes of a file
 * beyond the length that the directory states.
 */
import { inflateSync, strFromU8 } from 'fflate'

export interface ZipEntry {
  readonly name: string
  readonly packed: Uint8Array
  /** The length that the directory states. */
  readonly size: number
  readonly method: number
}

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50
const IS_UTF8 = 0x800

/**
 * Lists the entries of the zip's directory. Zip64, which files of a few megabytes do not need, is not supported.
 *
 * @throws {Error} if there is no directory, or it is damaged
 */
export function listEntries(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const short = (at: number) => view.getUint16(at, true)
  const long = (at: number) => view.getUint32(at, true)
  let end = zip.length - 22
  while (long(end) !== END_OF_DIRECTORY) {
    end -= 1
  }
  const count = short(end + 8)
  const entries: ZipEntry[] = []
  let at = long(end + 16)
  while (entries.length < count) {
    if (long(at) !== ENTRY) throw new Error('no entry')
    const nameEnd = at + 46 + short(at + 28)
    const header = long(at + 42)
    const start = header + 30 + short(header + 26) + short(header + 28)
    entries.push({
      name: strFromU8(zip.subarray(at + 46, nameEnd), (short(at + 8) & IS_UTF8) === 0),
      packed: zip.subarray(start, start + long(at + 20)),
      size: long(at + 24),
      method: short(at + 10),
    })
    at = nameEnd + short(at + 30) + short(at + 32)
  }
  return entries
}

const STORED = 0
const DEFLATED = 8

/**
 * Does not verify checksums; the readers refuse meaningless content.
 *
 * @throws {Error} if it cannot be unpacked, or does not have the stated length
 */
export function unpackEntry({ method, packed, size }: ZipEntry): Uint8Array {
  if (method !== STORED && method !== DEFLATED) throw new Error(`packed by method ${method}`)
  const bytes =
    method === STORED
      ? packed.slice()
      : // With room for one more byte, which is filled if the file is too long.
        inflateSync(packed, { out: new Uint8Array(size + 1) })
  if (bytes.length !== size) throw new Error('not the stated length')
  return bytes
}
