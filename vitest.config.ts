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
      setupFiles: ['packages/server/test/fresh-umask.ts'],
      env: { TEST_DATABASE_URL: databaseUrl },
      sequence: { groupOrder: 2 },
      // Each test has a database and a server of its own; what they are made of is loaded and compiled
      // once per process, not once per file.
      isolate: false,
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
          // What they load is theirs together; what they stub they take back.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      apiOn('api', ''),
      // The same once more on a real server, where one is given.
      ...(postgresUrl ? [apiOn('api-postgres', postgresUrl)] : []),
    ],
  },
})
