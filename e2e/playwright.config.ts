import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findTestDirectory } from '@rollcall/server/testing/test-directory'
import { isRoot } from './find-chromium.ts'

process.env.TMPDIR = findTestDirectory()

const reportDir = process.env.REPORT_DIR

/** The browser talks only to the server under test. */
const BROWSER_ARGUMENTS = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process renders all pages and keeps its compiled code.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export default defineConfig({
  testDir: '.',
  globalSetup: './start-server.ts',
  // All share one server: files run in parallel, the journeys of a file one after another. On two processors, two work
  // while the third one waits for a show, whose blurs take their time.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // For journeys that hang, even on a slow and busy machine; they measure nothing.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['./summary-reporter.ts'],
    ...(reportDir ? [['json', { outputFile: path.join(reportDir, 'browser.json') }] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    // The global setup sets both variables, before the workers start.
    baseURL: process.env.E2E_ORIGIN ?? '',
    launchOptions: {
      args: BROWSER_ARGUMENTS,
      ...(process.env.E2E_CHROMIUM && { executablePath: process.env.E2E_CHROMIUM }),
    },
    // Cleared between journeys, because a new one each time took a third of the time. See `fixtures.ts`.
    reuseContext: true,
    locale: 'en-US',
    // Traces take a quarter of the time; E2E_TRACE=1 makes them, and keeps those of failed journeys.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
