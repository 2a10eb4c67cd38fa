/** The three forms of CSV upload testing: their inputs, and what they send. */
import type { UploadToSend } from './send-upload.ts'
import { texts } from './texts.ts'

/** Its name is the call's own name for it, which is also the label. */
export interface CsvInput {
  readonly name: string
  readonly type: 'file' | 'text' | 'datetime-local'
  readonly accept?: '.csv'
  readonly isOptional?: true
}

export interface CsvForm {
  readonly kind: Exclude<UploadToSend['kind'], 'import'>
  readonly inputs: readonly CsvInput[]
  /** Inputs that few people need, all of them optional. */
  readonly more: readonly CsvInput[]
}

export const CSV_FORMS: readonly CsvForm[] = [
  {
    kind: 'season',
    inputs: [
      { name: 'streamerData', type: 'file', accept: '.csv' },
      { name: 'viewerData', type: 'file', accept: '.csv' },
    ],
    more: [],
  },
  {
    kind: 'game',
    inputs: [
      { name: 'raceData', type: 'file' },
      // A race needs its checkpoints, but only the server can tell which game is a race.
      { name: 'checkpointData', type: 'file', isOptional: true },
    ],
    more: [
      { name: 'channel', type: 'text' },
      { name: 'season', type: 'text' },
      { name: 'finishedAt', type: 'datetime-local' },
      { name: 'summaryData', type: 'file' },
    ],
  },
  {
    kind: 'event',
    inputs: [
      { name: 'eventId', type: 'text' },
      { name: 'eventData', type: 'file' },
    ],
    more: [],
  },
]

/** What is missing from the form, as a sentence; null: nothing. */
export function findGap({ inputs }: CsvForm, form: FormData): string | null {
  for (const { name, type, accept, isOptional } of inputs) {
    const file = findFile(form, name)
    if (type !== 'file' && readText(form, name) === '') {
      return texts.csv.missingText(name)
    }
    if (type === 'file' && file === null && !isOptional) {
      return texts.csv.missingFile(name)
    }
    if (file !== null && accept && !file.name.toLowerCase().endsWith(accept)) {
      return texts.csv.wrongFile(name, accept)
    }
  }
  return null
}

/**
 * Reads the files before the call: a file that has changed since it was chosen would make the call fail without a
 * reason.
 *
 * @throws {Error} with a sentence if a file can no longer be read
 */
export async function readForm(
  { kind, inputs, more }: CsvForm,
  form: FormData,
): Promise<{ names: string[]; upload: UploadToSend }> {
  const names: string[] = []
  const fields: Record<string, string> = {}
  const files: Record<string, Uint8Array> = {}
  for (const { name, type } of [...inputs, ...more]) {
    const file = findFile(form, name)
    const text = readText(form, name)
    if (file !== null) {
      names.push(file.name)
      files[name] = await readContent(file)
    } else if (text !== '') {
      fields[name] = type === 'datetime-local' ? new Date(text).toISOString() : text
    }
  }
  return { names, upload: { kind, fields, files } }
}

async function readContent(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new Error(texts.csv.goneFile(file.name), { cause })
  }
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** An empty file input gives a file without a name. */
function findFile(form: FormData, name: string): File | null {
  const value = form.get(name)
  return value instanceof File && value.name !== '' ? value : null
}
