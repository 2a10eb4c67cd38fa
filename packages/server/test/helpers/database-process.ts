/**
 * A separate process for tests that kill or watch one: `database-process.ts TASK DATA_DIR`.
 */
import { openDatabase } from '../../src/platform/database/open-database.ts'

const [task, dataDir = ''] = process.argv.slice(2)

const database = await openDatabase({ databaseUrl: undefined, dataDir, warn: say }).catch(
  (error: Error) => {
    say(error.message)
    process.exit(1)
  },
)
say(`open as ${process.getuid?.()}`)
if (task === 'insert') {
  await insertForEver()
}
for await (const _ of process.stdin) {
  break
}
await database.close()
say('closed')

/** Prints a row only after its commit was acknowledged. */
async function insertForEver(): Promise<never> {
  await database.pool.query('create table if not exists acknowledged (id int primary key)')
  const { rows } = await database.pool.query(
    'select coalesce(max(id), 0) as last from acknowledged',
  )
  for (let id = rows[0].last + 1; ; id += 1) {
    await database.pool.query('insert into acknowledged values ($1)', [id])
    say(`row ${id}`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
