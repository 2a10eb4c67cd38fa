import { createHash } from 'node:crypto'
import path from 'node:path'
import { installersDir, isFile, storedFileName } from '../../domain/releases/installer-cache.ts'
import { findContent } from '../../domain/releases/installer-contents.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Check, compareNumbers } from './compare.ts'

export const checkInstallers: Check = async (db, differ, { dataDir }) => {
  const installers = await db.selectFrom('installers').selectAll().orderBy('id').execute()
  for (const installer of installers) {
    const { file_name: fileName, sha256 } = installer
    const where = `The installer ${fileName}`
    const contentId = await findContent(db, sha256)
    if (contentId !== null) {
      const expected = await measure(db, contentId)
      compareNumbers(differ, { where, stored: installer, expected, because: 'its content' })
    } else if (
      await isFile(path.join(installersDir(dataDir), storedFileName({ fileName, sha256 })))
    ) {
      differ(`${where} is still a file in ${installersDir(dataDir)}: the next start moves it in.`)
    } else {
      differ(`${where} is not in the database.`)
    }
  }
  const unnamed = await db
    .selectFrom('installer_contents as content')
    .select('content.sha256')
    .where('content.sha256', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('installers as installer').whereRef('installer.sha256', '=', 'content.sha256'),
        ),
      ),
    )
    .orderBy('content.id')
    .execute()
  for (const { sha256 } of unnamed) {
    differ(`The content ${sha256} belongs to no installer.`)
  }
  return { installers: installers.length }
}

async function measure(db: Db, contentId: number): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let size_bytes = 0
  for (let number = 0; ; number += 1) {
    const chunk = await db
      .selectFrom('installer_chunks')
      .select('bytes')
      .where('content_id', '=', contentId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (chunk === undefined) {
      break
    }
    hash.update(chunk.bytes)
    size_bytes += chunk.bytes.length
  }
  return { size_bytes, sha256: hash.digest('hex') }
}
