/** Reads what somebody has dropped: files, and zips of them. Loaded when something is dropped. */
import {
  type DroppedFile,
  groupFiles,
  type RefusedFiles,
  readGroup,
} from '@rollcall/formats/group-files'
import { FileProblem } from '@rollcall/formats/problem'
import { SNAPSHOT_LIMITS } from '@rollcall/formats/snapshot-rows'
import { loadPart } from '#ui/load-chunk.ts'

export { groupFiles, readGroup }

const MIB = 1024 * 1024
const MOST_FILES = 500
/** Of a zip, packed, and of all zips of a drop, unpacked. */
const MOST_ZIP_BYTES = 64 * MIB

interface ReadDrop {
  files: DroppedFile[]
  refused: RefusedFiles[]
}

/** What cannot be read is refused by itself; the others are taken. */
export async function readDrop(chosen: readonly File[]): Promise<ReadDrop> {
  const files: DroppedFile[] = []
  const refused: RefusedFiles[] = []
  let unpackedBytes = 0
  for (const file of chosen) {
    try {
      const found = await readChosen(file, unpackedBytes)
      unpackedBytes += found.unpackedBytes
      files.push(...found.files)
      refused.push(...found.refused)
      if (files.length > MOST_FILES) {
        throw tooLarge(`A drop may hold at most ${MOST_FILES} files. Drop the others afterwards.`)
      }
    } catch (error) {
      const problem =
        error instanceof FileProblem
          ? error
          : new FileProblem('incomplete', 'It cannot be read. Is it a folder, or has it changed?')
      refused.push({ names: [file.name], problem })
    }
  }
  return { files: files.slice(0, MOST_FILES), refused }
}

async function readChosen(
  file: File,
  unpackedBefore: number,
): Promise<ReadDrop & { unpackedBytes: number }> {
  const changedAt = new Date(file.lastModified).toISOString()
  const isZip = await startsAsZip(file)
  if (file.size > (isZip ? MOST_ZIP_BYTES : SNAPSHOT_LIMITS.bytes)) {
    const most = isZip ? MOST_ZIP_BYTES : SNAPSHOT_LIMITS.bytes
    throw tooLarge(`The file is larger than the allowed ${most / MIB} MiB.`)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isZip) {
    return { files: [{ name: file.name, bytes, changedAt }], refused: [], unpackedBytes: 0 }
  }
  const { unpacked, innerZips, unpackedBytes } = await unpack(bytes, unpackedBefore)
  const nameOf = (name: string) => `${file.name}/${name.replaceAll('\\', '/')}`
  // A zip does not say of its files in which time zone they were written.
  const files = Object.entries(unpacked).map(([name, content]) => ({
    name: nameOf(name),
    bytes: content,
    changedAt,
    isZipped: true,
  }))
  const refused = innerZips.map((name) => ({
    names: [nameOf(name)],
    problem: new FileProblem(
      'unknown_header',
      'A zip within a zip is not opened. Unpack the outer one, and drop this one by itself.',
    ),
  }))
  return { files, refused, unpackedBytes }
}

async function startsAsZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return p === 0x50 && k === 0x4b
}

interface Unpacked {
  unpacked: Record<string, Uint8Array>
  unpackedBytes: number
  innerZips: string[]
}

/** Its CSV files; how much they are is known before any is unpacked. */
async function unpack(zip: Uint8Array, unpackedBefore: number): Promise<Unpacked> {
  const { unzipSync } = await loadPart(() => import('fflate'))
  const claimed = new Map<string, number>()
  const innerZips: string[] = []
  let count = 0
  let unpackedBytes = 0
  let unpacked: Record<string, Uint8Array>
  try {
    unpacked = unzipSync(zip, {
      filter: ({ name, size, originalSize }) => {
        if (!/(?:^|[\\/])[^.\\/][^\\/]*\.csv$/i.test(name)) {
          if (/\.zip$/i.test(name)) {
            innerZips.push(name)
          }
          return false
        }
        // What is not packed is copied in its packed size, whatever it claims to be.
        const bytes = Math.max(size, originalSize)
        count += 1
        unpackedBytes += bytes
        claimed.set(name, originalSize)
        if (
          count > MOST_FILES ||
          bytes > SNAPSHOT_LIMITS.bytes ||
          unpackedBefore + unpackedBytes > MOST_ZIP_BYTES
        ) {
          throw tooLarge(
            `The zips of a drop may hold at most ${MOST_FILES} CSV files, each of up to ${SNAPSHOT_LIMITS.bytes / MIB} MiB and all together of ${MOST_ZIP_BYTES / MIB} MiB.`,
          )
        }
        return true
      },
    })
  } catch (error) {
    throw error instanceof FileProblem ? error : damaged()
  }
  if (Object.entries(unpacked).some(([name, { length }]) => length !== claimed.get(name))) {
    throw damaged()
  }
  if (count === 0 && innerZips.length === 0) {
    throw new FileProblem('empty_file', 'There is no CSV file in this zip.')
  }
  return { unpacked, unpackedBytes, innerZips }
}

function damaged(): FileProblem {
  return new FileProblem(
    'bad_encoding',
    'The zip cannot be unpacked: it is damaged or has a password. Unpack it yourself and drop the files.',
  )
}

function tooLarge(sentence: string): FileProblem {
  return new FileProblem('too_large', sentence)
}
