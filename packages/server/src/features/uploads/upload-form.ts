/** Reads the multipart form of an upload into memory, within limits, or says what is wrong with it. */
import { buffer } from 'node:stream/consumers'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { endWhenTooLarge, formProblemOf, hasEndedEarly } from '../../http/form-problem.ts'
import { isStorable } from '../../http/input-rules.ts'
import { UploadProblem } from './upload-problem.ts'

export interface UploadForm<Part extends string> {
  /** The parts that must be there; of the others those that came. */
  files: Record<Part, Buffer> & { readonly [name: string]: Buffer | undefined }
  fields: Readonly<Record<string, string>>
}

/** What the form holds besides its files: the upload key, an event's number and the like. */
const MAX_FIELDS = 8
const MAX_FIELD_BYTES = 4 * 1024

/** What came of a form, and what went wrong on the way. */
interface ReceivedForm {
  files: ReadonlyMap<string, Buffer>
  fields: Readonly<Record<string, string>>
  problem: unknown
}

/** Reads until the end or the first problem: where one is, the fields before it are still known. */
export async function receiveForm(
  request: FastifyRequest,
  { wanted, maxBytes }: { wanted: readonly string[]; maxBytes: number },
): Promise<ReceivedForm> {
  const files = new Map<string, Buffer>()
  const fields: Record<string, string> = Object.create(null)
  try {
    if (hasEndedEarly(request.raw)) {
      throw cutOff()
    }
    const limits = {
      fileSize: maxBytes,
      files: wanted.length + 2,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: wanted.length + 2 + MAX_FIELDS,
      headerPairs: 20,
    }
    for await (const part of request.parts({ limits })) {
      await addPart(part, { files, fields, wanted })
    }
  } catch (error) {
    return { files, fields, problem: formProblem(error, maxBytes) }
  }
  return { files, fields, problem: null }
}

/**
 * The form with all the parts that it must have.
 *
 * @throws {UploadProblem} `missing_part` where the request is no form or a file is not there,
 *   `duplicate_part`, `too_large`, `body_cut_off`, `bad_value`
 */
export function completeForm<Part extends string>(
  { files, fields, problem }: ReceivedForm,
  parts: readonly Part[],
): UploadForm<Part> {
  if (problem !== null) {
    throw problem
  }
  if (!['true', 'false', '', undefined].includes(fields.dryRun)) {
    throw new UploadProblem('bad_value', 'The value must be true or false.', {
      part: 'dryRun',
    })
  }
  const missing = parts.find((name) => !files.has(name))
  if (missing !== undefined) {
    throw new UploadProblem(
      'missing_part',
      `The file ${missing} is missing. The upload needs ${parts.join(' and ')}.`,
      { part: missing },
    )
  }
  // Every part that must be there is.
  return { files: Object.fromEntries(files) as UploadForm<Part>['files'], fields }
}

async function addPart(
  part: Multipart,
  form: {
    files: Map<string, Buffer>
    fields: Record<string, string>
    wanted: readonly string[]
  },
): Promise<void> {
  const { fieldname } = part
  // Cut by the parser, which says so and goes on.
  if (part.type === 'field' && part.valueTruncated) {
    throw new UploadProblem(
      'too_large',
      `A field of the form may have at most ${MAX_FIELD_BYTES} bytes; a file needs a file name.`,
      { part: fieldname },
    )
  }
  if (!form.wanted.includes(fieldname)) {
    if (part.type === 'file') {
      part.file.resume()
    } else {
      form.fields[fieldname] = fieldText(part.value)
    }
    return
  }
  if (form.files.has(fieldname)) {
    throw new UploadProblem('duplicate_part', `The upload contains the file ${fieldname} twice.`, {
      part: fieldname,
    })
  }
  // A part without a file name is a text field to the parser; its content is a file to us.
  form.files.set(
    fieldname,
    part.type === 'file'
      ? await buffer(endWhenTooLarge(part.file))
      : Buffer.from(String(part.value)),
  )
}

function fieldText(value: unknown): string {
  const text = String(value)
  if (!isStorable(text)) {
    throw new UploadProblem('bad_value', 'A field of the form contains an invalid character.')
  }
  return text
}

/** The form parser's own complaints, in words and with the status they deserve. */
function formProblem(error: unknown, maxBytes: number): unknown {
  switch (error instanceof UploadProblem ? null : formProblemOf(error)) {
    case 'too_large': {
      const mebibytes = Math.floor(maxBytes / (1024 * 1024))
      return new UploadProblem('too_large', `A file may be at most ${mebibytes} MiB.`)
    }
    case 'too_many_parts':
      return new UploadProblem('too_large', 'The upload has too many parts.')
    case 'no_form':
      return new UploadProblem(
        'missing_part',
        'The upload must be a multipart form (multipart/form-data with a boundary of at most 70 characters).',
      )
    case 'cut_off':
      return cutOff()
    case 'malformed':
      return new UploadProblem(
        'missing_part',
        `The form cannot be read: ${(error as Error).message}.`,
      )
    case null:
      return error
  }
}

function cutOff(): UploadProblem {
  return new UploadProblem('body_cut_off', 'The upload was interrupted. Send it again.')
}
