/** What is wrong with a file (problems, which refuse it) and what is odd about it (warnings). */

/** Every code that a file can be refused with. */
export type FileProblemCode =
  | 'too_large'
  | 'empty_file'
  | 'bad_encoding'
  | 'unknown_header'
  | 'unknown_schema'
  | 'bad_row'
  | 'bad_value'
  | 'no_rows'
  | 'incomplete'
  | 'duplicate_racer'
  | 'mixed_snapshots'
  | 'channel_mismatch'
  | 'season_mismatch'
  | 'not_ready'
  | 'not_final'

/** Where a problem is. All of it is optional: an empty file has no line. */
export interface FilePlace {
  /** What the file is sent as, e.g. `viewerData`. */
  part?: string | undefined
  /** The physical line of the file, from 1, on which the record begins. */
  line?: number | undefined
  /** The column's number in the file, from 1. */
  column?: number | undefined
  /** The column's heading; goes into the sentence only. */
  heading?: string | undefined
}

/**
 * A refused file. `message` is one plain sentence for the streamer and begins with the
 * place; `sentence` is the same without the place.
 */
export class FileProblem<Code extends string = FileProblemCode> extends Error {
  readonly code: Code
  readonly sentence: string
  readonly part: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
  readonly heading: string | undefined

  constructor(code: Code, sentence: string, place: FilePlace = {}) {
    super(placeInWords(place) + sentence)
    this.name = 'FileProblem'
    this.code = code
    this.sentence = sentence
    this.part = place.part
    this.line = place.line
    this.column = place.column
    this.heading = place.heading
  }

  /** The same problem, with the part it was found in. */
  inPart(part: string): FileProblem<Code> {
    const { code, sentence, line, column, heading } = this
    return new FileProblem(code, sentence, { part, line, column, heading })
  }
}

/** Runs a parser and adds the part to the problem it throws. */
export function inPart<T>(part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof FileProblem ? error.inPart(part) : error
  }
}

/** Something odd that does not stop an upload. */
export interface FileWarning {
  code: string
  message: string
  part?: string
  line?: number
}

const LISTED_ONE_BY_ONE = 20

/**
 * The warnings about one upload's files: the first 20 of each code, the rest as 'and 480 more like it',
 * so that a receipt stays readable.
 */
export class WarningList {
  readonly #listed: FileWarning[] = []
  readonly #counts = new Map<string, number>()

  add(warning: FileWarning): void {
    const count = (this.#counts.get(warning.code) ?? 0) + 1
    this.#counts.set(warning.code, count)
    if (count <= LISTED_ONE_BY_ONE) {
      this.#listed.push(warning)
    }
  }

  list(): FileWarning[] {
    const rest: FileWarning[] = []
    for (const [code, count] of this.#counts) {
      if (count > LISTED_ONE_BY_ONE) {
        rest.push({ code, message: `and ${count - LISTED_ONE_BY_ONE} more like it` })
      }
    }
    return [...this.#listed, ...rest]
  }
}

/**
 * Text from a file, safe to put into a sentence: in quotation marks, cut to `longest` characters,
 * without invisible characters and those that change the reading direction.
 */
export function quoted(text: string, longest = 40): string {
  return `"${cut(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''), longest)}"`
}

/** Text cut to `longest` whole characters. */
export function cut(text: string, longest: number): string {
  // Sliced first, so that a megabyte is not split into characters.
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}

function placeInWords({ part, line, column, heading }: FilePlace): string {
  const words: string[] = []
  if (part !== undefined) {
    words.push(part)
  }
  if (line !== undefined) {
    words.push(`line ${line}`)
  }
  if (column !== undefined) {
    words.push(`column ${column}${heading ? ` (${heading})` : ''}`)
  }
  if (words.length === 0) {
    return ''
  }
  const place = words.join(', ')
  return `${part === undefined ? place.charAt(0).toUpperCase() + place.slice(1) : place}: `
}
