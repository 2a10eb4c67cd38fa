/** The thread that reads large files for `read-files.ts`. */
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
    // An error loses its fields on the way to the other thread. Any other error ends this thread and is thrown there.
    if (!(error instanceof FileProblem)) {
      throw error
    }
    const { code, params, part, line, column } = error
    parentPort?.postMessage({ problem: { code, params, part, line, column } })
  }
})
