/** Installers that an earlier version stored as files in DATA_DIR/releases. */
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { MIB } from '../../limits.ts'
import type { Db } from '../../platform/database/schema.ts'
import { isFile, storedFileName } from './installer-cache.ts'
import { dropContent, keepContent, writeContent } from './installer-contents.ts'

interface Told {
  warn: (message: string) => void
  /** Says what is being moved. */
  report: (step: string) => void
}

/**
 * Moves the contents of installers into the database, each in one go: after an interruption it is moved from its
 * beginning. The files stay, as copies.
 */
export async function moveInstallersIn(db: Db, dir: string, { warn, report }: Told): Promise<void> {
  const { rows: missing } = await sql<{ fileName: string; sha256: string; sizeBytes: number }>`
    select distinct on (sha256) file_name as "fileName", sha256, size_bytes as "sizeBytes"
    from installers as installer
    where not exists (
      select from installer_contents as content where content.sha256 = installer.sha256
    )
    order by sha256, id`.execute(db)
  for (const installer of missing) {
    const { fileName, sha256, sizeBytes } = installer
    const file = path.join(dir, storedFileName(installer))
    if (!(await isFile(file))) {
      warn(
        `The installer ${fileName} cannot be downloaded: it is neither in the database nor in ${dir}. ` +
          'If the DATA_DIR of another server has it, start that server once.',
      )
      continue
    }
    report(`installer ${fileName}, ${Math.ceil(sizeBytes / MIB)} MiB`)
    const written = await writeContent(db, createReadStream(file), (pieces) => pieces)
    if (written.sha256 === sha256) {
      await db.transaction().execute((trx) => keepContent(trx, written))
    } else {
      warn(
        `The installer ${fileName} is damaged: ${file} has another hash. The file was left alone.`,
      )
    }
    await dropContent(db, written.contentId)
  }
}
