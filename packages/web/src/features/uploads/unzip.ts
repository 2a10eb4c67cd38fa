/**
 * Reads a zip: its directory, and its files one by one. Neither zip64, which begins where nobody may drop
 * anything that large, nor passwords are understood.
 */

export interface ZipEntry {
  name: string
  /** As its directory says; `unpackEntry` holds it to that. */
  packedBytes: number
  bytes: number
  checksum: number
  method: number
  isEncrypted: boolean
  offset: number
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
const IN_UTF8 = 0x0800

/** @throws Error where it is no zip, or only a part of one */
export function listZip(zip: Uint8Array): ZipEntry[] {
  const view = viewOf(zip)
  const end = findEnd(view)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    must(view.getUint32(at, true) === DIRECTORY_HEADER)
    const short = (offset: number) => view.getUint16(at + offset, true)
    const long = (offset: number) => view.getUint32(at + offset, true)
    const flags = short(8)
    const nameEnd = at + 46 + short(28)
    const encoding = flags & IN_UTF8 ? 'utf-8' : 'windows-1252'
    entries.push({
      name: new TextDecoder(encoding).decode(zip.subarray(at + 46, nameEnd)),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      method: short(10),
      checksum: long(16),
      packedBytes: long(20),
      bytes: long(24),
      offset: long(42),
    })
    at = nameEnd + short(30) + short(32)
  }
  return entries
}

/** @throws Error where it is not what the directory says, to the last bit */
export async function unpackEntry(zip: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const { offset, packedBytes, bytes, checksum, method, isEncrypted } = entry
  const view = viewOf(zip)
  must(view.getUint32(offset, true) === LOCAL_HEADER && !isEncrypted)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = zip.slice(start, start + packedBytes)
  must(packed.length === packedBytes && (method === STORED || method === DEFLATED))
  const content = method === STORED ? packed : await inflate(packed, bytes)
  must(content.length === bytes && crc32(content) === checksum)
  return content
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) {
      return at
    }
  }
  throw new Error('there is no directory')
}

/** Stops as soon as it is more than announced. */
async function inflate(packed: Uint8Array<ArrayBuffer>, bytes: number): Promise<Uint8Array> {
  const content = new Uint8Array(bytes)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (length + next.value.length > bytes) {
      await reader.cancel()
      throw new Error('it is larger than announced')
    }
    content.set(next.value, length)
    length += next.value.length
  }
  return content.subarray(0, length)
}

function must(isSo: boolean): void {
  if (!isSo) {
    throw new Error('the zip is damaged')
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  }
  return value
})

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  }
  return (value ^ 0xffffffff) >>> 0
}
