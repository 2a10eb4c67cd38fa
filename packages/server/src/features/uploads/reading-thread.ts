/** The thread in which `read-files.ts` has large files read. */
import { parentPort } from 'node:worker_threads'
import { FileProblem } from '@rollcall/formats/problem'
import { READERS } from './readers.ts'

parentPort?.on('message', ({ kind, files }) => {
  const read = READERS[kind as keyof typeof READERS]
  try {
    const result = read(files)
    const values =
      'columns' in result ? [result.logins, ...result.columns.map((column) => column.values)] : []
    parentPort?.postMessage(
      { result },
      values.map(({ buffer }) => buffer),
    )
  } catch (error) {
    // An error loses its fields on the way; any other one ends the thread and is thrown there.
    if (!(error instanceof FileProblem)) {
      throw error
    }
    const { code, sentence, part, line, column, heading } = error
    parentPort?.postMessage({ problem: { code, sentence, place: { part, line, column, heading } } })
  }
})
