import path from 'node:path'
import { defineConfig } from 'vitest/config'

const postgresUrl = process.env.TEST_DATABASE_URL
const reportDir = process.env.REPORT_DIR

/** The API and its database; an empty URL means the embedded one. */
function apiOn(name: string, databaseUrl: string) {
  return {
    test: {
      name,
      include: ['packages/server/test/**/*.test.ts'],
      globalSetup: ['packages/server/test/embedded-template.ts'],
      env: { TEST_DATABASE_URL: databaseUrl },
      sequence: { groupOrder: 2 },
      // One waits for its database while the other one works.
      maxWorkers: 2,
      // Real databases on a busy machine: these stop what hangs, they measure nothing.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }
}

export default defineConfig({
  test: {
    reporters: reportDir
      ? ['default', ['json', { outputFile: path.join(reportDir, 'code.json') }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx', '.ci/*.test.ts'],
          // Before the others and not beside them: some of these measure time.
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
        },
      },
      apiOn('api', ''),
      // The same once more on a real server, where one is given.
      ...(postgresUrl ? [apiOn('api-postgres', postgresUrl)] : []),
    ],
  },
})
