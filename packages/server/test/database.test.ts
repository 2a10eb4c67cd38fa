import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('a test database is migrated, empty and its own', async () => {
  const first = await createTestDatabase()
  await first.database.kysely.insertInto('seasons').values({ number: 75 }).execute()
  const second = await createTestDatabase()
  const rows = await second.database.kysely.selectFrom('seasons').selectAll().execute()
  expect(rows).toEqual([])
  await first.drop()
  await second.drop()
})
