/** `npm run schema`: writes the types of the tables that the migrations create in an empty database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateDatabase } from '../src/platform/database/migrate.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import { generateSchema, SCHEMA_FILE } from './generate-schema.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-schema-'))
try {
  const warn = (message: string) => process.stderr.write(`${message}\n`)
  const database = await openDatabase({ databaseUrl: undefined, dataDir, warn })
  try {
    await migrateDatabase(database)
    await writeFile(SCHEMA_FILE, await generateSchema(database))
  } finally {
    await database.close()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.stdout.write(`Written: ${path.relative('.', SCHEMA_FILE)}\n`)
