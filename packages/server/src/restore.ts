import path from 'node:path'
import { restoreBackup } from './backup/restore-backup.ts'
import { readConfig } from './config.ts'
import { runCommand, say, warn } from './serve.ts'

runCommand(async () => {
  const [name] = process.argv.slice(2)
  if (name === undefined) {
    throw new Error('Name the backup file: npm run restore -- FILE')
  }
  const file = path.resolve(process.env.INIT_CWD ?? '.', name)
  const { madeAt, rows, installers } = await restoreBackup(
    { ...readConfig(process.env), warn },
    file,
  )
  say(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en')} rows, ${installers} installers. Everybody must sign in again.`,
  )
})
