/** Replaces deleted logins in the files of snapshots, which name no platform. */

import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodeText } from '@rollcall/formats/decode-text'
import { normalisedLogin } from '@rollcall/formats/names'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { racerKey } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import type { DeletedLogins } from '../../people/privacy-hashes.ts'

const decompress = promisify(gunzip)
const compress = promisify(gzip)

/** A cell of a CSV file, with its quotation marks if it has them. */
const CELL = /"(?:[^"]|"")*"|[^",\r\n]+/g

/** The file with other logins in its cells, in UTF-8; the same bytes if it has none of the deleted ones. */
export function renameInFile(bytes: Uint8Array, deleted: DeletedLogins): Uint8Array {
  if (deleted.size === 0) {
    return bytes
  }
  let isChanged = false
  const { text } = decodeText(bytes, Number.POSITIVE_INFINITY)
  const renamed = text.replace(CELL, (cell) => {
    const content = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    const login = deleted.get(
      racerKey({ platform: DEFAULT_PLATFORM, login: normalisedLogin(content) }),
    )
    isChanged ||= login !== undefined
    return login ?? cell
  })
  return isChanged ? new TextEncoder().encode(renamed) : bytes
}

const FILES = [
  ['season_snapshots', 'streamer_data_gzip'],
  ['season_snapshots', 'viewer_data_gzip'],
  ['event_snapshots', 'event_data_gzip'],
] as const

const FILES_AT_ONCE = 20

/** By column, the snapshots whose files have been read. */
export type FilesRead = Map<string, Set<number>>

/**
 * Reads the stored files and puts those with other logins aside, for `renameInStoredFiles`. It locks none of them, so
 * nobody waits although it takes long.
 *
 * @param done the files that were read already, which are left out; new ones are added
 */
export async function readStoredFiles(
  trx: Db,
  deleted: DeletedLogins,
  done: FilesRead,
): Promise<void> {
  await sql`
    create temporary table if not exists renamed_files (
      file_column text, id bigint, gzip bytea
    ) on commit drop`.execute(trx)
  for (const [table, column] of FILES) {
    const seen = done.get(column) ?? new Set()
    done.set(column, seen)
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} order by id`.execute(trx)
    const ids = rows.map(({ id }) => id).filter((id) => !seen.has(id))
    for (let at = 0; at < ids.length; at += FILES_AT_ONCE) {
      const some = ids.slice(at, at + FILES_AT_ONCE)
      const { rows: files } = await sql<{ id: number; gzip: Buffer }>`
        select id, ${sql.ref(column)} as gzip from ${sql.table(table)}
        where id = any(${some}::bigint[])`.execute(trx)
      for (const file of files) {
        const before = await decompress(file.gzip)
        const renamed = renameInFile(before, deleted)
        if (renamed !== before) {
          await sql`
            insert into renamed_files (file_column, id, gzip)
            values (${column}, ${file.id}, ${await compress(renamed)})`.execute(trx)
        }
        seen.add(file.id)
      }
    }
  }
}

/** Replaces deleted logins in all stored files. Needs the lock of names, unless nobody else uses the database. */
export async function renameInStoredFiles(
  trx: Db,
  deleted: DeletedLogins,
  done: FilesRead = new Map(),
): Promise<void> {
  await readStoredFiles(trx, deleted, done)
  for (const [table, column] of FILES) {
    await sql`
      update ${sql.table(table)} as stored set ${sql.ref(column)} = renamed.gzip
      from renamed_files as renamed
      where renamed.file_column = ${column} and renamed.id = stored.id`.execute(trx)
  }
}
