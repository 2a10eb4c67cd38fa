import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { generateSchema, SCHEMA_FILE } from '../../build/generate-schema.ts'
import { createTestDatabase } from '../helpers/test-database.ts'

it('the types of the tables match the migrated database; `npm run schema` writes them', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await generateSchema(database))
})
