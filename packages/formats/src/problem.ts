/** What is wrong with a file (a problem refuses it) and what is odd about it (warnings). */
import { type ProblemParams, type SentenceParams, writeSentence } from '@rollcall/scoring/problem'
import { FILE_PROBLEMS, type FILE_WARNINGS } from './problem-sentences.ts'

/** Every code with which a file can be refused. */
export type FileProblemCode = keyof typeof FILE_PROBLEMS

/** Where in a file a problem is. Everything is optional: an empty file has no line. */
export interface FilePlace {
  /** The form part that holds the file, such as `viewerData`. */
  part?: string | undefined
  /** The physical line on which the record begins, from 1. */
  line?: number | undefined
  /** The column's number in the file, from 1. */
  column?: number | undefined
}

/** A cell's location. The heading of its column becomes one of the problem's params. */
export interface CellPlace extends FilePlace {
  heading?: string | undefined
}

/** A problem as data, so that it can be passed on. */
export interface FileProblemFacts extends FilePlace {
  code: FileProblemCode
  params: ProblemParams
}

/**
 * A refused file. `message` is one plain sentence for the streamer that begins with the location in the file;
 * `sentence` is the same without the location. `params` are the facts in the sentence.
 */
export class FileProblem<Code extends FileProblemCode = FileProblemCode>
  extends Error
  implements FileProblemFacts
{
  readonly code: Code
  readonly params: ProblemParams
  readonly sentence: string
  readonly part: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(
    code: Code,
    params: SentenceParams<(typeof FILE_PROBLEMS)[Code]>,
    { heading, ...place }: CellPlace = {},
  ) {
    const facts: ProblemParams = {
      ...(params as ProblemParams),
      ...(heading !== undefined && { heading }),
    }
    const sentence = writeSentence(FILE_PROBLEMS[code], facts)
    super(placeInWords(place, facts) + sentence)
    this.name = 'FileProblem'
    this.code = code
    this.params = facts
    this.sentence = sentence
    this.part = place.part
    this.line = place.line
    this.column = place.column
  }

  /** Makes the problem again, with another code or location, or from another thread. */
  static again({ code, params, part, line, column }: FileProblemFacts): FileProblem {
    // The params were checked when it was first thrown.
    return new FileProblem(code, params as never, { part, line, column })
  }

  /** The same problem with the part in which it was found. */
  inPart(part: string | undefined): FileProblem {
    const { code, params, line, column } = this
    return FileProblem.again({ code, params, part, line, column })
  }
}

/** Runs a parser, and adds the part to the problem that it throws. */
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
  /** The facts in its sentence; missing if there are none. */
  params?: ProblemParams
  part?: string
  line?: number
}

export function fileWarning<Code extends keyof typeof FILE_WARNINGS>(
  code: Code,
  params: SentenceParams<(typeof FILE_WARNINGS)[Code]>,
  place: { part?: string; line?: number } = {},
): FileWarning {
  return {
    code,
    ...(Object.keys(params).length > 0 && { params: params as ProblemParams }),
    ...place,
  }
}

const LISTED_ONE_BY_ONE = 20

/**
 * The warnings about one upload's files: the first 20 of each code, then 'and 480 more like it', so that a receipt
 * stays readable.
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
    for (const [code, all] of this.#counts) {
      const count = all - LISTED_ONE_BY_ONE
      if (count > 0) {
        rest.push({ code, params: { reason: 'more', count } })
      }
    }
    return [...this.#listed, ...rest]
  }
}

/** For example, `viewerData, line 7, column 2 (points): `; empty if no location is known. */
export function placeInWords(
  { part, line, column }: FilePlace,
  { heading }: ProblemParams,
): string {
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
