/** Ends the output of the browser tests with a summary in one line. */
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

export default class SummaryReporter implements Reporter {
  #all: Suite | undefined
  #errors = 0

  onBegin(_: FullConfig, suite: Suite): void {
    this.#all = suite
  }

  /** Outside any test: a file that does not load, a server that does not start. */
  onError(): void {
    this.#errors += 1
  }

  onEnd(): void {
    const outcomes = (this.#all?.allTests() ?? []).map((test) => test.outcome())
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
    const failed = count('unexpected') + count('flaky') + this.#errors
    process.stdout.write(
      `browser: ${count('expected')} passed, ${failed} failed, ${count('skipped')} skipped\n`,
    )
  }
}
