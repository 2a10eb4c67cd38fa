import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { keepContent, writeContent } from '../../src/domain/releases/installer-contents.ts'
import type { Db } from '../../src/platform/database/schema.ts'

interface StoredContent {
  /** null: not kept yet. */
  sha256: string | null
  bytes: number
}

/** The contents in the database, in the order in which they began to arrive. */
export async function listContents(db: Db): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`
    select sha256, coalesce(sum(length(bytes)), 0)::integer as bytes
    from installer_contents as content
    left join installer_chunks as chunk on chunk.content_id = content.id
    group by content.id order by content.id`.execute(db)
  return rows
}

/** An installer as the first user's upload would store it. Returns its hash. */
export async function storeInstaller(
  db: Db,
  { fileName, content }: { fileName: string; content: Uint8Array },
): Promise<string> {
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const written = await writeContent(db, Readable.from([Buffer.from(content)]), (all) => all)
  await db.transaction().execute((trx) => keepContent(trx, written))
  await db
    .insertInto('installers')
    .values({
      file_name: fileName,
      version: '1.0',
      sha256: written.sha256,
      size_bytes: written.sizeBytes,
      uploaded_by: user.id,
      uploaded_at: new Date(),
    })
    .execute()
  return written.sha256
}
