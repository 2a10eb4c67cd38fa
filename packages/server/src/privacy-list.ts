import path from 'node:path'
import { readConfig } from './config.ts'
import { writePrivacyList } from './ops/backup/privacy-list.ts'
import { runCommand, say, warn } from './serve.ts'

runCommand(async () => {
  const [name] = process.argv.slice(2)
  if (name === undefined) {
    throw new Error('Name the file to write: npm run privacy-list -- FILE')
  }
  const file = path.resolve(process.env.INIT_CWD ?? '.', name)
  const hashes = await writePrivacyList({ ...readConfig(process.env), warn, now: new Date() }, file)
  say(`Privacy list written: ${file}, ${hashes.toLocaleString('en')} hashes. It holds no names.`)
})
