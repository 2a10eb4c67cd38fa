import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { isRoot } from './find-chromium.ts'

const reportDir = process.env.REPORT_DIR

/** Quiet: nothing but the server under test is spoken to. */
const BROWSER_ARGUMENTS = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process draws every page and keeps what it has compiled.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export default defineConfig({
  testDir: '.',
  globalSetup: './start-server.ts',
  // One server for all: the files run side by side, the journeys of a file one after the other.
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // These stop what hangs, on a slow and busy machine too; they measure nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./summary-reporter.ts'],
    ...(reportDir ? [['json', { outputFile: path.join(reportDir, 'browser.json') }] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    // Both are known only once the global setup has run; the workers start after that.
    baseURL: process.env.E2E_ORIGIN ?? '',
    launchOptions: {
      args: BROWSER_ARGUMENTS,
      ...(process.env.E2E_CHROMIUM && { executablePath: process.env.E2E_CHROMIUM }),
    },
    // Emptied between two journeys; making it again took a third of the time. See `fixtures.ts`.
    reuseContext: true,
    locale: 'en-US',
    // A trace of every journey takes a quarter of the time; E2E_TRACE=1 keeps those of failed ones.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
