/** Reads what somebody has dropped: files, and zips of them. Loaded when something is dropped. */
import {
  type DroppedFile,
  groupFiles,
  type RefusedFiles,
  readGroup,
} from '@rollcall/formats/group-files'
import { FileProblem } from '@rollcall/formats/problem'
import { SNAPSHOT_LIMITS } from '@rollcall/formats/snapshot-rows'
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { texts } from './texts.ts'

export { groupFiles, readGroup }

const MIB = 1024 * 1024
const MOST_FILES = 500
/** Of a zip, packed, and of all zips of a drop, unpacked. */
const MOST_ZIP_BYTES = 64 * MIB
/** Of any kind; a damaged directory can claim billions. */
const MOST_ZIP_ENTRIES = 65_535

interface ReadDrop {
  files: DroppedFile[]
  refused: RefusedFiles[]
  /** Of each zip what is no CSV file; of many the first are named. */
  notCsv: { names: string[]; count: number }[]
}

/** What cannot be read is refused by itself; the others are taken. */
export async function readDrop(chosen: readonly File[]): Promise<ReadDrop> {
  const files: DroppedFile[] = []
  const refused: RefusedFiles[] = []
  const notCsv: ReadDrop['notCsv'] = []
  let unpackedBytes = 0
  for (const file of chosen) {
    try {
      const found = await readChosen(file, unpackedBytes)
      unpackedBytes += found.unpackedBytes
      files.push(...found.files)
      refused.push(...found.refused)
      notCsv.push(...found.notCsv)
      if (files.length > MOST_FILES) {
        throw tooLarge(texts.files.tooManyFiles(MOST_FILES))
      }
    } catch (error) {
      const problem =
        error instanceof FileProblem ? error : new FileProblem('incomplete', texts.files.unreadable)
      refused.push({ names: [file.name], problem })
    }
  }
  return { files: files.slice(0, MOST_FILES), refused, notCsv }
}

async function readChosen(
  file: File,
  unpackedBefore: number,
): Promise<ReadDrop & { unpackedBytes: number }> {
  const changedAt = new Date(file.lastModified).toISOString()
  const isZip = await startsAsZip(file)
  if (file.size > (isZip ? MOST_ZIP_BYTES : SNAPSHOT_LIMITS.bytes)) {
    const most = isZip ? MOST_ZIP_BYTES : SNAPSHOT_LIMITS.bytes
    throw tooLarge(texts.files.tooLarge(most / MIB))
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

/** Its CSV files; how much they are is known before any is unpacked. */
function readZip(
  zip: Uint8Array,
  {
    zipName,
    changedAt,
    unpackedBefore,
  }: { zipName: string; changedAt: string; unpackedBefore: number },
): ReadDrop & { unpackedBytes: number } {
  const { wanted, innerZips, others } = listWanted(zip)
  const unpackedBytes = bytesOf(wanted, unpackedBefore)
  const nameOf = (name: string) => `${zipName}/${name.replaceAll('\\', '/')}`
  const refused: RefusedFiles[] = innerZips.map((name) => ({
    names: [nameOf(name)],
    problem: new FileProblem('unknown_header', texts.files.zipInZip),
  }))
  const notCsv = others.length === 0 ? [] : [withoutCsv(others.map(nameOf))]
  const files: DroppedFile[] = []
  for (const [path, entries] of Map.groupBy(wanted, ({ name }) => nameOf(name))) {
    const [entry] = entries
    if (entry === undefined || entries.length > 1) {
      const problem = new FileProblem('incomplete', texts.files.sameName(entries.length))
      refused.push({ names: [path], problem })
      continue
    }
    try {
      const bytes = unpackEntry(zip, entry)
      // A zip does not say of its files in which time zone they were written.
      files.push({ name: path, bytes, changedAt, isZipped: true })
    } catch {
      refused.push({ names: [path], problem: damaged(texts.files.damagedEntry) })
    }
  }
  return { files, refused, notCsv, unpackedBytes }
}

/** Of so many the names are shown. */
const MOST_NAMES = 5

function withoutCsv(names: readonly string[]): ReadDrop['notCsv'][number] {
  const more = names.length - MOST_NAMES
  return {
    names: [...names.slice(0, MOST_NAMES), ...(more > 0 ? [texts.files.more(more)] : [])],
    count: names.length,
  }
}

const CSV_NAME = /(?:^|[\\/])[^.\\/][^\\/]*\.csv$/i
/** Folders, and what a computer adds by itself. */
const NO_FILE = /[\\/]$|(?:^|[\\/])(?:\.|__MACOSX[\\/])/

function listWanted(zip: Uint8Array): {
  wanted: UnzipFileInfo[]
  innerZips: string[]
  others: string[]
} {
  const entries = listEntries(zip)
  const wanted = entries.filter(({ name }) => CSV_NAME.test(name))
  const names = entries.map(({ name }) => name).filter((name) => !CSV_NAME.test(name))
  const innerZips = names.filter((name) => /\.zip$/i.test(name))
  const others = names.filter((name) => !/\.zip$/i.test(name) && !NO_FILE.test(name))
  if (wanted.length === 0 && innerZips.length === 0) {
    throw new FileProblem('empty_file', texts.files.zipWithoutCsv)
  }
  return { wanted, innerZips, others }
}

/** What the zip's directory says. */
function listEntries(zip: Uint8Array): UnzipFileInfo[] {
  const entries: UnzipFileInfo[] = []
  try {
    unzipSync(zip, {
      filter(entry) {
        if (entries.push(entry) > MOST_ZIP_ENTRIES) throw new Error('too many entries')
        return false
      },
    })
  } catch {
    throw damaged(texts.files.damagedZip)
  }
  return entries
}

/**
 * Never gives more than the directory announces. fflate checks no sums: readers refuse content that makes no sense.
 *
 * @throws Error where it cannot be unpacked
 */
function unpackEntry(zip: Uint8Array, { name, originalSize }: UnzipFileInfo): Uint8Array {
  const bytes = unzipSync(zip, { filter: (entry) => entry.name === name })[name]
  if (bytes?.length !== originalSize) throw new Error('another length than announced')
  return bytes
}

/** @throws FileProblem where they are too many, or too large */
function bytesOf(wanted: readonly UnzipFileInfo[], unpackedBefore: number): number {
  // What is not packed is copied in its packed size, whatever it claims to be.
  const sizes = wanted.map(({ size, originalSize }) => Math.max(size, originalSize))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (
    wanted.length > MOST_FILES ||
    sizes.some((size) => size > SNAPSHOT_LIMITS.bytes) ||
    unpackedBefore + all > MOST_ZIP_BYTES
  ) {
    throw tooLarge(
      texts.files.zipsTooLarge({
        files: MOST_FILES,
        fileMib: SNAPSHOT_LIMITS.bytes / MIB,
        mib: MOST_ZIP_BYTES / MIB,
      }),
    )
  }
  return all
}

function damaged(sentence: string): FileProblem {
  return new FileProblem('bad_encoding', sentence)
}

function tooLarge(sentence: string): FileProblem {
  return new FileProblem('too_large', sentence)
}
