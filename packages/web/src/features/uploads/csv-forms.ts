/** The three forms of CSV upload testing: what each asks for, and what it sends. */
import type { UploadToSend } from './send-upload.ts'
import { texts } from './texts.ts'

/** Named as the call has it, which is also its label. */
export interface CsvInput {
  readonly name: string
  readonly type: 'file' | 'text' | 'datetime-local'
  readonly accept?: '.csv'
  readonly isOptional?: true
}

export interface CsvForm {
  readonly kind: Exclude<UploadToSend['kind'], 'import'>
  readonly inputs: readonly CsvInput[]
  /** What few people need; all of it may be left out. */
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
      // A race needs its checkpoints; only the server knows a race when it sees one.
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

/** Why a form cannot be sent as it is; null: it can. */
export function findGap({ inputs }: CsvForm, form: FormData): string | null {
  for (const { name, type, accept, isOptional } of inputs) {
    const file = findFile(form, name)
    if (type !== 'file' && textOf(form, name) === '') {
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
 * The files are read now: one that has changed since it was chosen would break the call without a word.
 *
 * @throws {Error} with a sentence, where a file can no longer be read
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
    const text = textOf(form, name)
    if (file !== null) {
      names.push(file.name)
      files[name] = await contentOf(file)
    } else if (text !== '') {
      fields[name] = type === 'datetime-local' ? new Date(text).toISOString() : text
    }
  }
  return { names, upload: { kind, fields, files } }
}

async function contentOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new Error(texts.csv.goneFile(file.name), { cause })
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** A file input without a file sends one without a name. */
function findFile(form: FormData, name: string): File | null {
  const value = form.get(name)
  return value instanceof File && value.name !== '' ? value : null
}
