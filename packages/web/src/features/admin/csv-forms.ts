/** The three forms of CSV upload testing: what each sends, and where. */
import { orNothing, type ResponseOf } from '@rollcall/contract/endpoint'
import { uploadEvent, uploadGame, uploadSeason } from '@rollcall/contract/uploads'

export interface CsvFile {
  readonly name: string
  readonly accept?: '.csv'
  readonly isOptional?: true
}

export interface CsvField {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly type?: 'datetime-local'
  readonly isOptional?: true
}

export interface CsvFormKind {
  readonly title: string
  readonly endpoint: ReturnType<typeof tested>
  /** Whether it goes with the session as well as the ticket. */
  readonly sendsSession: boolean
  readonly fields: readonly CsvField[]
  readonly files: readonly CsvFile[]
  readonly more?: {
    readonly title: string
    readonly fields: readonly CsvField[]
    readonly files: readonly CsvFile[]
  }
}

type UploadEndpoint = typeof uploadSeason | typeof uploadGame | typeof uploadEvent
export type Receipt = ResponseOf<UploadEndpoint>

/** A server that says nothing of what it took has taken it all the same. */
function tested(endpoint: UploadEndpoint) {
  return { ...endpoint, reads: orNothing(endpoint.response) }
}

export const SEASON_FORM: CsvFormKind = {
  title: 'Season snapshot',
  endpoint: tested(uploadSeason),
  sendsSession: false,
  fields: [],
  files: [
    { name: 'streamerData', accept: '.csv' },
    { name: 'viewerData', accept: '.csv' },
  ],
}

export const GAME_FORM: CsvFormKind = {
  title: 'Single game',
  endpoint: tested(uploadGame),
  sendsSession: false,
  fields: [],
  // A race needs its checkpoints; the server says so, for it alone knows a race when it sees one.
  files: [{ name: 'raceData' }, { name: 'checkpointData', isOptional: true }],
  more: {
    title: 'What the files do not say',
    fields: [
      {
        name: 'channel',
        label: 'channel',
        description: 'Empty: your own.',
        isOptional: true,
      },
      {
        name: 'season',
        label: 'season',
        description: 'Empty: the one that was current then.',
        isOptional: true,
      },
      {
        name: 'finishedAt',
        label: 'finishedAt',
        description: 'In your own time. Empty: as the summary says, else now.',
        type: 'datetime-local',
        isOptional: true,
      },
    ],
    files: [{ name: 'summaryData', isOptional: true }],
  },
}

export const EVENT_FORM: CsvFormKind = {
  title: 'Event snapshot',
  endpoint: tested(uploadEvent),
  sendsSession: true,
  fields: [{ name: 'eventId', label: 'eventId' }],
  files: [{ name: 'eventData' }],
}

function fieldsOf({ fields, more }: CsvFormKind): readonly CsvField[] {
  return [...fields, ...(more?.fields ?? [])]
}

function filesOf({ files, more }: CsvFormKind): readonly CsvFile[] {
  return [...files, ...(more?.files ?? [])]
}

/** Why a form cannot be sent as it is; null: it can. */
export function findGap(kind: CsvFormKind, form: FormData): string | null {
  const field = fieldsOf(kind).find(({ name, isOptional }) => !isOptional && !textOf(form, name))
  if (field) {
    return `Please enter the ${field.label}.`
  }
  for (const { name, accept, isOptional } of filesOf(kind)) {
    const file = findFile(form, name)
    if (file === null && !isOptional) {
      return `Please select a file for ${name}.`
    }
    if (file !== null && accept && !file.name.toLowerCase().endsWith(accept)) {
      return `Please select a ${accept} file for ${name}.`
    }
  }
  return null
}

interface Proof {
  readonly ticket: string
  readonly isDryRun: boolean
}

/**
 * The files are read now: one that has changed since it was chosen would break the call without a word.
 *
 * @throws {Error} with a sentence, where a file can no longer be read
 */
export async function formToSend(kind: CsvFormKind, form: FormData, { ticket, isDryRun }: Proof) {
  const sent = new FormData()
  for (const { name, type } of fieldsOf(kind)) {
    const text = textOf(form, name)
    if (text !== '') {
      sent.set(name, type === undefined ? text : new Date(text).toISOString())
    }
  }
  sent.set('uploadKey', ticket)
  if (isDryRun) {
    sent.set('dryRun', 'true')
  }
  for (const { name } of filesOf(kind)) {
    const file = findFile(form, name)
    if (file !== null) {
      sent.set(name, new Blob([await contentOf(file)]), file.name)
    }
  }
  return sent
}

async function contentOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (cause) {
    throw new Error(
      `${file.name} has changed or gone since it was selected. Please select it again.`,
      { cause },
    )
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
