/**
 * Sums up the runners' reports in a closing line, 'N passed, N failed', and exits with the run's status, or with 1 if
 * the reports contradict it. Plain JavaScript, because it must run even if the installation failed and only the
 * machine's own Node.js is available.
 *
 * node count-tests.mjs STATUS REPORT_DIR
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const [statusText = '1', reportDir = '.'] = process.argv.slice(2)
let status = Number(statusText)
const sum = { passed: 0, failed: 0, skipped: 0 }

function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Vitest: a file that does not load counts as failed, although it has no failed tests. */
function countCode({ testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** Playwright: `errors` are errors outside of tests. */
function countBrowser({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

const runners = [
  { file: 'code.json', what: 'unit and API tests', count: countCode },
  { file: 'api-postgres.json', what: 'API tests on PostgreSQL', count: countCode },
  { file: 'browser.json', what: 'browser tests', count: countBrowser },
]

say('')
for (const { file, what, count } of runners) {
  try {
    const { passed, failed, skipped } = count(
      JSON.parse(readFileSync(path.join(reportDir, file), 'utf8')),
    )
    say(`${what}: ${passed} passed, ${failed} failed, ${skipped} skipped`)
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
    if (passed === 0) {
      say(`${what}: no passed tests count as a failure`)
      sum.failed += failed === 0 ? 1 : 0
    }
  } catch {
    say(`${what}: did not run, or not to the end`)
    // If an earlier step failed, it is counted below.
    if (status === 0) sum.failed += 1
  }
}
if (status !== 0 && sum.failed === 0) {
  say(`a step other than a test ended with ${status}; it counts as one failure`)
  sum.failed = 1
}
if (status === 0 && sum.failed > 0) {
  status = 1
}
say(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = status
