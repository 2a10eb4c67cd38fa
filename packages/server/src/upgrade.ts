import { readConfig } from './config.ts'
import { installPrograms } from './ops/backup/install-programs.ts'
import { upgradeDatabase } from './ops/backup/upgrade-database.ts'
import { runCommand, say, warn } from './serve.ts'

runCommand(async () => {
  const [programs] = process.argv.slice(2)
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is set: a PostgreSQL server of your own has its own way to upgrade.',
    )
  }
  const findPrograms = async (version: string, directory: string) => {
    if (programs !== undefined) {
      return programs
    }
    say(`Installing the programs of PostgreSQL ${version} …`)
    return installPrograms(version, directory)
  }
  const old = await upgradeDatabase({ dataDir, warn, say, now: new Date(), findPrograms })
  say(
    old === null
      ? 'There is nothing to upgrade.'
      : `Upgraded. The old database is in ${old}; delete it when you no longer need it.`,
  )
})
