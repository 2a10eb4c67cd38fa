/** Installers in the database; a product's newest one is its latest version. */
import { MAX_UPDATE_NOTES } from '@rollcall/contract/companions'
import type { LatestVersion, Product } from '@rollcall/contract/releases'
import type { Db } from '../../platform/database/schema.ts'

const columns = [
  'product',
  'file_name as fileName',
  'version',
  'size_bytes as sizeBytes',
  'sha256',
  'uploaded_at as uploadedAt',
] as const

export async function findLatestInstaller(db: Db, product: Product): Promise<LatestVersion | null> {
  const row = await db
    .selectFrom('installers')
    .select(columns)
    .where('product', '=', product)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, uploadedAt: row.uploadedAt.toISOString() } : null
}

/** The newest installer of each product, the most recent upload first. */
export async function listLatestInstallers(db: Db): Promise<LatestVersion[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('installers')
        .select([...columns, 'id'])
        .distinctOn('product')
        .orderBy('product')
        .orderBy('id', 'desc')
        .as('latest'),
    )
    .selectAll()
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id: _, uploadedAt, ...row }) => ({
    ...row,
    uploadedAt: uploadedAt.toISOString(),
  }))
}

/** Patch notes since the release before the product's latest one, newest first. */
export async function listNotesForUpdate(
  db: Db,
  product: Product,
): Promise<{ title: string; content: string; createdAt: string }[]> {
  const rows = await db
    .selectFrom('patch_notes')
    .select(['title', 'content', 'created_at'])
    .where(({ eb, fn, selectFrom, val }) =>
      eb(
        'created_at',
        '>',
        fn.coalesce(
          selectFrom('installers')
            .select('uploaded_at')
            .where('product', '=', product)
            .orderBy('id', 'desc')
            .offset(1)
            .limit(1),
          val(new Date(0)),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(MAX_UPDATE_NOTES)
    .execute()
  return rows.map(({ title, content, created_at }) => ({
    title,
    content,
    createdAt: created_at.toISOString(),
  }))
}

export type StoredInstaller = Pick<LatestVersion, 'fileName' | 'sha256' | 'sizeBytes'>

/** Finds an installer by its exact name, including letter case. */
export async function findInstaller(db: Db, fileName: string): Promise<StoredInstaller | null> {
  const row = await db
    .selectFrom('installers')
    .select(['file_name as fileName', 'sha256', 'size_bytes as sizeBytes'])
    .where('file_name', '=', fileName)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the name is taken, letter case ignored. */
export async function isNameTaken(db: Db, fileName: string): Promise<boolean> {
  const row = await db
    .selectFrom('installers')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['file_name']), '=', fileName.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false and adds nothing if another upload has just taken the name. */
export async function addInstaller(
  trx: Db,
  installer: Omit<LatestVersion, 'uploadedAt'> & { uploadedBy: number; uploadedAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('installers')
    .values({
      file_name: installer.fileName,
      version: installer.version,
      product: installer.product,
      sha256: installer.sha256,
      size_bytes: installer.sizeBytes,
      uploaded_by: installer.uploadedBy,
      uploaded_at: installer.uploadedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
