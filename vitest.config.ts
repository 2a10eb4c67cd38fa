import path from 'node:path'
import { defineConfig } from 'vitest/config'

const reportDir = process.env.REPORT_DIR
const reportFile = process.env.TEST_DATABASE_URL ? 'api-postgres.json' : 'code.json'

export default defineConfig({
  test: {
    reporters: reportDir
      ? ['default', ['json', { outputFile: path.join(reportDir, reportFile) }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/src/**/*.test.tsx',
            'packages/companion/build/*.test.ts',
            'packages/web/*.test.ts',
            '.ci/*.test.ts',
          ],
          // Before the others: these are quick, and each half has as many workers as suit it.
          sequence: { groupOrder: 1 },
          // What they load is theirs together; what they stub they take back.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: [
            'packages/server/test/**/*.test.ts',
            'packages/demo/test/*.test.ts',
            'faults/*.test.ts',
          ],
          // On the embedded database, or on the PostgreSQL server at TEST_DATABASE_URL.
          globalSetup: ['packages/server/test/test-cluster.ts'],
          sequence: { groupOrder: 2 },
          // Each test has a database and a server of its own; what they are made of is loaded and compiled
          // once per process, not once per file.
          isolate: false,
          // One waits for its database while the other one works.
          maxWorkers: 2,
          // Real databases on a busy machine: these stop what hangs, they measure nothing.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
