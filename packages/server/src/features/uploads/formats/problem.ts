/**
 * Every code an upload can be refused with, and its HTTP status
 * (the domain reference, 6.3; the design, section 2, for broken forms and lack of space, section 6 for
 * `unknown_season` and `channel_missing`).
 * The list is closed: the companion shows the sentence, programs rely on the code.
 */
export const problemStatuses = {
  missing_part: 400,
  duplicate_part: 400,
  body_cut_off: 400,
  /** 401 without proof, 403 where the proof is somebody else's: see {@link ProblemPlace}. */
  not_authorised: 401,
  event_not_participant: 403,
  event_unknown: 404,
  event_closed: 409,
  not_ready: 409,
  snapshot_conflict: 409,
  too_large: 413,
  bad_encoding: 422,
  bad_row: 422,
  bad_value: 422,
  channel_mismatch: 422,
  channel_missing: 422,
  duplicate_racer: 422,
  empty_file: 422,
  implausible_time: 422,
  incomplete: 422,
  mixed_snapshots: 422,
  no_rows: 422,
  not_final: 422,
  season_mismatch: 422,
  unknown_header: 422,
  unknown_schema: 422,
  unknown_season: 422,
  too_many_requests: 429,
  no_space: 507,
} as const

export type ProblemCode = keyof typeof problemStatuses

/** Where a problem is. All of it is optional: an empty file has no line. */
export interface ProblemPlace {
  /** The multipart part, e.g. `viewerData`. */
  part?: string | undefined
  /** The physical line of the file, from 1, on which the record begins. */
  line?: number | undefined
  /** The column's number in the file, from 1. */
  column?: number | undefined
  /** The column's heading; goes into the sentence only. */
  heading?: string | undefined
  /** Only for `not_authorised`, which has two statuses. */
  status?: 401 | 403 | undefined
}

/** Something odd that did not stop the upload; kept with its receipt. */
export interface UploadWarning {
  code: string
  message: string
  part?: string
  line?: number
}

/**
 * A refused upload. `message` is one plain sentence for the streamer and begins with the place;
 * `sentence` is the same without the place.
 */
export class UploadProblem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly sentence: string
  readonly part: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
  readonly #place: ProblemPlace

  constructor(code: ProblemCode, sentence: string, place: ProblemPlace = {}) {
    super(placeInWords(place) + sentence)
    this.name = 'UploadProblem'
    this.code = code
    this.status = place.status ?? problemStatuses[code]
    this.sentence = sentence
    this.part = place.part
    this.line = place.line
    this.column = place.column
    this.#place = place
  }

  /** The same problem, with the part it was found in. */
  inPart(part: string): UploadProblem {
    return new UploadProblem(this.code, this.sentence, { ...this.#place, part })
  }
}

/**
 * Runs a parser, which knows lines and columns only, and names the part in the problem it throws.
 */
export function inPart<T>(part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof UploadProblem ? error.inPart(part) : error
  }
}

/**
 * Text from a file as it may stand in a sentence: in quotation marks, cut to `longest` characters,
 * without the characters that are invisible or would turn the rest of the sentence around.
 */
export function quoted(text: string, longest = 40): string {
  return `"${cut(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''), longest)}"`
}

/** Text cut to `longest` characters, never in the middle of one. */
export function cut(text: string, longest: number): string {
  // Bounded first, so that a megabyte is not spread into characters to keep forty of them.
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}

function placeInWords({ part, line, column, heading }: ProblemPlace): string {
  const words: string[] = []
  if (part !== undefined) words.push(part)
  if (line !== undefined) words.push(`line ${line}`)
  if (column !== undefined) words.push(`column ${column}${heading ? ` (${heading})` : ''}`)
  if (words.length === 0) return ''
  const place = words.join(', ')
  return `${part === undefined ? place.charAt(0).toUpperCase() + place.slice(1) : place}: `
}
