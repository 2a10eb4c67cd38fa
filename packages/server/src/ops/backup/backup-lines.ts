/** The backup file: one JSON object per line, gzipped; any machine can read it with zcat. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import type { StoredTable } from './tables.ts'

/** Increase it when today's reader could not read the new file. */
export const FORMAT = 1

/** Values are PostgreSQL's own text, so no value changes on the way. */
export type BackupLine =
  | Header
  /** An installer, in backups from before installers were rows. */
  | { file: string; base64: string }
  | { table: string; rows: (string | null)[][] }
  | { end: BackupEnd }

export interface Header {
  rollcallBackup: number
  madeAt: string
  /** The last migration of the schema that the tables have. */
  migration: string
  tables: StoredTable[]
  /** The last number of each sequence; null if it has not been used yet. */
  sequences: { name: string; last: string | null }[]
}

interface BackupEnd {
  rows: number
  files?: number
  bytes?: number
}

/** Writes the lines to a new file that only its owner can read; it is on disk when this resolves. */
export async function writeLines(file: string, lines: AsyncIterable<BackupLine>): Promise<void> {
  async function* texts() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(texts, createGzip(), target)
}

/** @throws if the file is not a backup, has a newer format, or was cut off or changed */
export async function readLines(
  file: string,
  take: (line: BackupLine) => Promise<void>,
): Promise<void> {
  let isFirst = true
  let hasEnded = false
  const takeText = async (text: string) => {
    const line = parse(text, file)
    if (isFirst && !('rollcallBackup' in line && line.rollcallBackup <= FORMAT)) {
      throw new Error(`${file} is not a backup that this Rollcall can read.`)
    }
    isFirst = false
    hasEnded = 'end' in line
    await take(line)
  }
  try {
    await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
      for await (const text of textLines(chunks)) await takeText(text)
    })
  } catch (error) {
    // Errors of zlib: not gzip, an unexpected end, a wrong checksum.
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) {
      throw new Error(`${file} is not a whole backup: ${(error as Error).message}.`, {
        cause: error,
      })
    }
    throw error
  }
  if (!hasEnded) {
    throw new Error(`${file} is not a whole backup: its end is missing.`)
  }
}

/** Reads the whole file once, so that a damaged backup is refused before anything is restored. */
export async function checkBackup(file: string): Promise<void> {
  const come: Required<BackupEnd> = { rows: 0, files: 0, bytes: 0 }
  let current = ''
  await readLines(file, async (line) => {
    if ('table' in line) come.rows += line.rows.length
    if ('file' in line) {
      if (line.file !== current) come.files += 1
      current = line.file
      come.bytes += Buffer.byteLength(line.base64, 'base64')
    }
    if ('end' in line && !isDeepStrictEqual(come, { files: 0, bytes: 0, ...line.end })) {
      throw new Error(`${file} is not a whole backup: rows or installers are missing.`)
    }
  })
}

function parse(text: string, file: string): BackupLine {
  try {
    return JSON.parse(text) as BackupLine
  } catch (error) {
    throw new Error(`${file} is not a backup of Rollcall.`, { cause: error })
  }
}

async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // A line may arrive in many chunks. They are joined once, and not after each chunk.
  let parts: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    parts.push(first)
    for (const other of others) {
      yield parts.join('')
      parts = [other]
    }
  }
  const rest = parts.join('') + decoder.end()
  if (rest !== '') yield rest
}
