/** Transactions that are rolled back although nothing went wrong. docs/decisions/021-dry-run.md */

/** Thrown in such a transaction, so that it leaves nothing. */
export class DryRunDone<Answer> extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('a dry run leaves nothing')
    this.answer = answer
  }
}

/** What the transaction answers, also if it was a dry run. */
export async function answerOfRun<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DryRunDone) {
      return error.answer
    }
    throw error
  }
}
