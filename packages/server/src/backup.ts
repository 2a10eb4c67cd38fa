import path from 'node:path'
import { readConfig } from './config.ts'
import { makeBackup } from './ops/backup/make-backup.ts'
import { runCommand, say, warn } from './serve.ts'

runCommand(async () => {
  const [name] = process.argv.slice(2)
  if (name === undefined) {
    throw new Error('Name the file to write: npm run backup -- FILE')
  }
  // npm changes to the package's folder, but the name is relative to the folder in which the user ran the command.
  const file = path.resolve(process.env.INIT_CWD ?? '.', name)
  const size = await makeBackup({ ...readConfig(process.env), warn, now: new Date() }, file)
  say(`Backup written: ${file}, ${size.toLocaleString('en')} bytes. It holds no session secret.`)
})
