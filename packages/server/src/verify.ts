import { readConfig } from './config.ts'
import { findDifferences } from './ops/verify/find-differences.ts'
import { checkSchema } from './platform/database/migrate.ts'
import { openExistingDatabase } from './platform/database/open-database.ts'
import { runCommand, say, warn } from './serve.ts'

runCommand(async () => {
  const config = readConfig(process.env)
  const database = await openExistingDatabase({ ...config, warn })
  try {
    await checkSchema(database)
    const { differences, counts } = await findDifferences(database.kysely, config)
    for (const difference of differences) say(difference)
    const compared = Object.entries(counts)
      .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      .join(', ')
    if (differences.length > 0) {
      say(`${differences.length.toLocaleString('en')} differences in ${compared}.`)
      process.exitCode = 1
      return
    }
    say(`Nothing differs. Compared: ${compared}.`)
  } finally {
    await database.close()
  }
})
