/** Reads the multipart form of an upload into memory, within limits, or says what is wrong with it. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { formProblemOf, hasEndedEarly } from '../../http/form-problem.ts'
import { isStorable } from '../../http/storable-text.ts'
import { UploadProblem } from './formats/problem.ts'

export interface UploadForm<Part extends string, Optional extends string> {
  files: Record<Part, Buffer> & Partial<Record<Optional, Buffer>>
  fields: Readonly<Record<string, string>>
}

/** What the form holds besides its files: the upload key, an event's number and the like. */
const MAX_FIELDS = 8
const MAX_FIELD_BYTES = 4 * 1024

/**
 * @throws {UploadProblem} `missing_part` where the request is no form or a file is not there,
 *   `duplicate_part`, `too_large`, `body_cut_off`
 */
export async function readUploadForm<Part extends string, Optional extends string = never>(
  request: FastifyRequest,
  {
    parts,
    optionalParts = [],
    maxBytes,
    trail,
  }: {
    parts: readonly Part[]
    optionalParts?: readonly Optional[]
    maxBytes: number
    /** Told whether the form asks for a dry run, also where the form is then refused. */
    trail: { isDryRun: boolean }
  },
): Promise<UploadForm<Part, Optional>> {
  const wanted = [...parts, ...optionalParts]
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
      await keepPart(part, { files, fields, wanted })
    }
  } catch (error) {
    throw formProblem(error, maxBytes)
  } finally {
    trail.isDryRun = fields.dryRun === 'true'
  }
  if (!['true', 'false', '', undefined].includes(fields.dryRun)) {
    throw new UploadProblem('bad_value', 'It is true or false.', { part: 'dryRun' })
  }
  const missing = parts.find((name) => !files.has(name))
  if (missing !== undefined) {
    throw new UploadProblem(
      'missing_part',
      `The upload lacks the file ${missing}; it needs ${parts.join(' and ')}.`,
      { part: missing },
    )
  }
  // Every part that must be there is.
  return { files: Object.fromEntries(files) as UploadForm<Part, Optional>['files'], fields }
}

async function keepPart(
  part: Multipart,
  form: {
    files: Map<string, Buffer>
    fields: Record<string, string>
    wanted: readonly string[]
  },
): Promise<void> {
  const { fieldname } = part
  if (!form.wanted.includes(fieldname)) {
    if (part.type === 'file') {
      part.file.resume()
    } else {
      form.fields[fieldname] = fieldText(part.value)
    }
    return
  }
  if (form.files.has(fieldname)) {
    throw new UploadProblem('duplicate_part', `The file ${fieldname} stands in the upload twice.`, {
      part: fieldname,
    })
  }
  // A part without a file name is a text field to the parser; its content is a file to us.
  form.files.set(
    fieldname,
    part.type === 'file' ? await part.toBuffer() : Buffer.from(String(part.value)),
  )
}

function fieldText(value: unknown): string {
  const text = String(value)
  if (!isStorable(text)) {
    throw new UploadProblem('bad_value', 'A field of the form holds a character that is none.')
  }
  return text
}

/** The form parser's own complaints, in words and with the status they deserve. */
function formProblem(error: unknown, maxBytes: number): unknown {
  switch (error instanceof UploadProblem ? null : formProblemOf(error)) {
    case 'too_large': {
      const mebibytes = Math.floor(maxBytes / (1024 * 1024))
      return new UploadProblem('too_large', `A file may have at most ${mebibytes} MiB.`)
    }
    case 'too_many_parts':
      return new UploadProblem('too_large', 'The upload has more parts than it may have.')
    case 'no_form':
      return new UploadProblem(
        'missing_part',
        'The upload must be a multipart form (multipart/form-data with a boundary).',
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
  return new UploadProblem('body_cut_off', 'The upload broke off before its end. Send it again.')
}
