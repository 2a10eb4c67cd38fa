/** Installers in the database: the newest is the latest version. */
import type { LatestVersion } from '@rollcall/contract/releases'
import type { Db } from '../../database/schema.ts'

const columns = [
  'file_name as fileName',
  'version',
  'size_bytes as sizeBytes',
  'sha256',
  'uploaded_at as uploadedAt',
] as const

export async function findLatestInstaller(db: Db): Promise<LatestVersion | null> {
  const row = await db
    .selectFrom('installers')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, uploadedAt: row.uploadedAt.toISOString() } : null
}

/** By its exact name; letter case counts. */
export async function findInstaller(
  db: Db,
  fileName: string,
): Promise<{ fileName: string; sha256: string } | null> {
  const row = await db
    .selectFrom('installers')
    .select(['file_name as fileName', 'sha256'])
    .where('file_name', '=', fileName)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the name is taken, in whatever letter case. */
export async function isNameTaken(db: Db, fileName: string): Promise<boolean> {
  const row = await db
    .selectFrom('installers')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['file_name']), '=', fileName.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** false: the name has just been taken by another upload; nothing was added. */
export async function addInstaller(
  trx: Db,
  installer: Omit<LatestVersion, 'uploadedAt'> & { uploadedBy: number; uploadedAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('installers')
    .values({
      file_name: installer.fileName,
      version: installer.version,
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
