import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { installersDir, storedFileName } from '../features/releases/installer-files.ts'
import { type Check, compareNumbers } from './compare.ts'

export const checkInstallers: Check = async (db, differ, { dataDir }) => {
  const installers = await db.selectFrom('installers').selectAll().orderBy('id').execute()
  for (const installer of installers) {
    const where = `The installer ${installer.file_name}`
    try {
      compareNumbers(differ, {
        where,
        stored: installer,
        expected: await measure(
          path.join(
            installersDir(dataDir),
            storedFileName({ fileName: installer.file_name, sha256: installer.sha256 }),
          ),
        ),
        because: 'its file',
      })
    } catch (error) {
      differ(`${where} cannot be read: ${(error as Error).message}.`)
    }
  }
  return { installers: installers.length }
}

async function measure(file: string): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let size_bytes = 0
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size_bytes += chunk.length
    }
  })
  return { size_bytes, sha256: hash.digest('hex') }
}
