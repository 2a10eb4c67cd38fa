/** Records statements to the database, and where they come from: timers send statements too while a test counts. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

interface Statement {
  text: string
  /**
   * Whether the measured work sent it, directly or in functions it called. A timer from before did not; nor do checks
   * of a connection and the feed's readings count, which happen now and then.
   */
  isOfWork: boolean
  /** How many rows it returned or changed; null: it has not been answered, or with none. */
  rows: number | null
}

export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const ofWork = new AsyncLocalStorage<true>()
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const spy = vi.spyOn(pg.Client.prototype as { query: typeof query }, 'query')
  spy.mockImplementation(function (this: pg.Client, ...given) {
    const text = textOf(given[0])
    const isUpkeep = text === 'select 1' || text.includes('from changes')
    const isOfWork = ofWork.getStore() === true && !isUpkeep
    const statement: Statement = { text, isOfWork, rows: null }
    statements.push(statement)
    const sent = query.apply(this, given)
    if (sent instanceof Promise) {
      const note = ({ rowCount }: pg.QueryResult) => {
        statement.rows = rowCount
      }
      // The caller hears of failures.
      sent.then(note, () => {})
    }
    return sent
  })
  try {
    await ofWork.run(true, work)
    return statements
  } finally {
    spy.mockRestore()
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text)
}
