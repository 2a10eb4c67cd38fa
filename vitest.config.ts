import path from 'node:path'
import { defineConfig } from 'vitest/config'

const reportDir = process.env.REPORT_DIR
const reportFile = process.env.TEST_DATABASE_URL ? 'api-postgres.json' : 'code.json'

/** On a busy machine with real databases, these measure nothing. Nothing that passes takes as long. */
const HANGS_MS = process.env.RANDOM_CASES_SHARE === undefined ? 900_000 : 7_200_000
const FOR_WHAT_HANGS = {
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: 60_000 } },
}

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
          // Before the others, because these are quick; each project has its own number of workers.
          sequence: { groupOrder: 1 },
          // They share loaded modules, and must undo what they stub.
          isolate: false,
          // One for each processor; the standard is one fewer, and a single one would wait with the companion's tests.
          maxWorkers: '100%',
          ...FOR_WHAT_HANGS,
        },
      },
      {
        test: {
          name: 'api',
          include: [
            'packages/server/test/**/*.test.ts',
            'packages/demo/test/*.test.ts',
            'faults/*.test.ts',
            'bench/*.test.ts',
          ],
          // On the embedded database, or on the PostgreSQL server at TEST_DATABASE_URL.
          globalSetup: ['packages/server/test/helpers/test-cluster.ts'],
          sequence: { groupOrder: 2 },
          // Each test has its own database and server, but modules are loaded and compiled once per process, not
          // per file.
          isolate: false,
          // On two processors, one works while another one waits for its database.
          maxWorkers: 3,
          ...FOR_WHAT_HANGS,
        },
      },
    ],
  },
})
