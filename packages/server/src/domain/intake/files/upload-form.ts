/** Reads an upload's multipart form into memory, within limits, or says what is wrong with it. */
import { buffer } from 'node:stream/consumers'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { endWhenTooLarge, findFormProblem, hasEndedEarly } from '../../../edge/form-problem.ts'
import { isStorable } from '../../../edge/input-rules.ts'
import { MIB } from '../../../limits.ts'
import { UploadProblem } from '../upload-problem.ts'

export interface UploadForm<Part extends string> {
  /** The required parts, and those optional parts that were sent. */
  files: Record<Part, Buffer> & { readonly [name: string]: Buffer | undefined }
  fields: Readonly<Record<string, string>>
}

/** Fields besides the files: the upload key, an event's number and the like. */
const MAX_FIELDS = 8
const MAX_FIELD_BYTES = 4 * 1024

/** What was received of a form, and what went wrong. */
interface ReceivedForm {
  files: ReadonlyMap<string, Buffer>
  fields: Readonly<Record<string, string>>
  problem: unknown
}

/** Reads until the end or the first problem. The fields before a problem are still known. */
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
 * The form, with all required parts.
 *
 * @throws {UploadProblem} `missing_part` (the request is no form, or a file is missing),
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
    throw new UploadProblem('bad_value', { reason: 'no_flag' }, { part: 'dryRun' })
  }
  const missing = parts.find((name) => !files.has(name))
  if (missing !== undefined) {
    throw new UploadProblem(
      'missing_part',
      { reason: 'file_missing', name: missing, needed: [...parts] },
      { part: missing },
    )
  }
  // All required parts are there.
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
  // The parser cuts such a field, marks it, and continues.
  if (part.type === 'field' && part.valueTruncated) {
    throw new UploadProblem(
      'too_large',
      { reason: 'long_field', most: MAX_FIELD_BYTES },
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
    throw new UploadProblem('duplicate_part', { name: fieldname }, { part: fieldname })
  }
  // The parser treats a part without a file name as a text field; to us it is a file.
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
    throw new UploadProblem('bad_value', { reason: 'invalid_character' })
  }
  return text
}

/** Turns the form parser's errors into sentences with the right status. */
function formProblem(error: unknown, maxBytes: number): unknown {
  switch (error instanceof UploadProblem ? null : findFormProblem(error)) {
    case 'too_large':
      return new UploadProblem('too_large', {
        reason: 'too_many_mebibytes',
        most: Math.floor(maxBytes / MIB),
      })
    case 'too_many_parts':
      return new UploadProblem('too_large', { reason: 'too_many_parts' })
    case 'no_form':
      return new UploadProblem('missing_part', { reason: 'no_form' })
    case 'cut_off':
      return cutOff()
    case 'malformed':
      return new UploadProblem('missing_part', {
        reason: 'broken_form',
        error: (error as Error).message,
      })
    case null:
      return error
  }
}

function cutOff(): UploadProblem {
  return new UploadProblem('body_cut_off', {})
}
