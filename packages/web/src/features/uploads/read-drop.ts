/** Reads dropped files, and zips of files. This module is loaded when something is dropped. */
import { type DroppedFile, groupFiles, readGroup } from '@rollcall/formats/group-files'
import { SNAPSHOT_LIMITS } from '@rollcall/formats/snapshot-rows'
import { texts } from './texts.ts'
import { listEntries, unpackEntry, type ZipEntry } from './zip-entries.ts'

export { groupFiles, readGroup }

const MIB = 1024 * 1024
const MAX_FILES = 500
/** The compressed size of one zip, and the uncompressed size of all dropped zips together. */
const MAX_ZIP_BYTES = 64 * MIB

interface ReadDrop {
  files: DroppedFile[]
  refused: { names: string[]; why: string }[]
  /** For each zip, the files that are not CSV; if there are many, the names of the first. */
  notCsv: { names: string[]; count: number }[]
}

/** A file or a zip that cannot be read, with a sentence for the page. */
class Unreadable extends Error {}

/** Unreadable files are refused individually; the others are accepted. */
export async function readDrop(chosen: readonly File[]): Promise<ReadDrop> {
  const files: DroppedFile[] = []
  const refused: ReadDrop['refused'] = []
  const notCsv: ReadDrop['notCsv'] = []
  let unpackedBytes = 0
  for (const file of chosen) {
    try {
      const found = await readChosen(file, unpackedBytes)
      unpackedBytes += found.unpackedBytes
      files.push(...found.files)
      refused.push(...found.refused)
      notCsv.push(...found.notCsv)
      if (files.length > MAX_FILES) {
        throw new Unreadable(texts.files.tooManyFiles(MAX_FILES))
      }
    } catch (error) {
      const why = error instanceof Unreadable ? error.message : texts.files.unreadable
      refused.push({ names: [file.name], why })
    }
  }
  return { files: files.slice(0, MAX_FILES), refused, notCsv }
}

async function readChosen(
  file: File,
  unpackedBefore: number,
): Promise<ReadDrop & { unpackedBytes: number }> {
  const changedAt = new Date(file.lastModified).toISOString()
  const isZip = await startsAsZip(file)
  if (file.size > (isZip ? MAX_ZIP_BYTES : SNAPSHOT_LIMITS.bytes)) {
    const maxBytes = isZip ? MAX_ZIP_BYTES : SNAPSHOT_LIMITS.bytes
    throw new Unreadable(texts.files.tooLarge(maxBytes / MIB))
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isZip) {
    const files = [{ name: file.name, bytes, changedAt }]
    return { files, refused: [], notCsv: [], unpackedBytes: 0 }
  }
  return readZip(bytes, { zipName: file.name, changedAt, unpackedBefore })
}

async function startsAsZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return p === 0x50 && k === 0x4b
}

/** Reads a zip's CSV files, after checking their total size. */
function readZip(
  zip: Uint8Array,
  {
    zipName,
    changedAt,
    unpackedBefore,
  }: { zipName: string; changedAt: string; unpackedBefore: number },
): ReadDrop & { unpackedBytes: number } {
  const { wanted, innerZips, others } = listWanted(zip)
  const unpackedBytes = checkUnpackedSize(wanted, unpackedBefore)
  const pathInZip = (name: string) => `${zipName}/${name.replaceAll('\\', '/')}`
  const refused = innerZips.map((name) => ({ names: [pathInZip(name)], why: texts.files.zipInZip }))
  const notCsv = others.length === 0 ? [] : [describeNotCsv(others.map(pathInZip))]
  const files: DroppedFile[] = []
  for (const [path, entries] of Map.groupBy(wanted, ({ name }) => pathInZip(name))) {
    const [entry] = entries
    if (entry === undefined || entries.length > 1) {
      refused.push({ names: [path], why: texts.files.sameName(entries.length) })
      continue
    }
    try {
      const bytes = unpackEntry(entry)
      // The times in a zip have no time zone, so the zip's own time is used.
      files.push({ name: path, bytes, changedAt, isZipped: true })
    } catch {
      refused.push({ names: [path], why: texts.files.damagedEntry })
    }
  }
  return { files, refused, notCsv, unpackedBytes }
}

/** How many names are shown. */
const MAX_NAMES = 5

function describeNotCsv(names: readonly string[]): ReadDrop['notCsv'][number] {
  const more = names.length - MAX_NAMES
  return {
    names: [...names.slice(0, MAX_NAMES), ...(more > 0 ? [texts.files.more(more)] : [])],
    count: names.length,
  }
}

const CSV_NAME = /(?:^|[\\/])[^.\\/][^\\/]*\.csv$/i
/** Folders, and files that computers add. */
const NO_FILE = /[\\/]$|(?:^|[\\/])(?:\.|__MACOSX[\\/])/

/** @throws Unreadable if it is damaged or has no CSV file */
function listWanted(zip: Uint8Array): {
  wanted: ZipEntry[]
  innerZips: string[]
  others: string[]
} {
  const entries = findEntries(zip)
  const wanted = entries.filter(({ name }) => CSV_NAME.test(name))
  const names = entries.map(({ name }) => name).filter((name) => !CSV_NAME.test(name))
  const innerZips = names.filter((name) => /\.zip$/i.test(name))
  const others = names.filter((name) => !/\.zip$/i.test(name) && !NO_FILE.test(name))
  if (wanted.length === 0 && innerZips.length === 0) {
    throw new Unreadable(texts.files.zipWithoutCsv)
  }
  return { wanted, innerZips, others }
}

function findEntries(zip: Uint8Array): ZipEntry[] {
  try {
    return listEntries(zip)
  } catch {
    throw new Unreadable(texts.files.damagedZip)
  }
}

/** @throws Unreadable if there are too many, or they are too large */
function checkUnpackedSize(wanted: readonly ZipEntry[], unpackedBefore: number): number {
  // An uncompressed entry is copied whole, whatever length it states.
  const sizes = wanted.map(({ packed, size }) => Math.max(packed.length, size))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (
    wanted.length > MAX_FILES ||
    sizes.some((size) => size > SNAPSHOT_LIMITS.bytes) ||
    unpackedBefore + all > MAX_ZIP_BYTES
  ) {
    throw new Unreadable(
      texts.files.zipsTooLarge({
        files: MAX_FILES,
        fileMib: SNAPSHOT_LIMITS.bytes / MIB,
        mib: MAX_ZIP_BYTES / MIB,
      }),
    )
  }
  return all
}
