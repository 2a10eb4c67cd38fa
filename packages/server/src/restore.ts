import path from 'node:path'
import { readConfig } from './config.ts'
import { findPrivacyKey } from './edge/secret-keys.ts'
import { readPrivacyList } from './ops/backup/privacy-list.ts'
import { restoreBackup } from './ops/backup/restore-backup.ts'
import { runCommand, say, warn } from './serve.ts'

/** In place of a privacy list, if there is none. */
const NO_LIST = 'none'

runCommand(async () => {
  const [name, listName] = process.argv.slice(2)
  if (name === undefined) {
    throw new Error('Name the backup file: npm run restore -- FILE LIST')
  }
  if (listName === undefined) {
    throw new Error(
      `Name the privacy list too: npm run restore -- FILE LIST. Without it, people who have hidden their names since the backup would be shown again. If there is no list, write ${NO_LIST} in its place.`,
    )
  }
  const fileCalled = (given: string) => path.resolve(process.env.INIT_CWD ?? '.', given)
  const config = readConfig(process.env)
  const key = listName === NO_LIST ? null : await findPrivacyKey(config)
  const privacy = key && { key, list: await readPrivacyList(fileCalled(listName), key) }
  const file = fileCalled(name)
  const { madeAt, rows, installers } = await restoreBackup({ ...config, warn }, file, privacy)
  say(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en')} rows, ${installers} installers. Everybody must sign in again.`,
  )
})
