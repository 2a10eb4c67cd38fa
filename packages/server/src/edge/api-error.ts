import { PROBLEMS, type ProblemCode } from '@rollcall/contract/problems/all'
import { type Given, type ProblemParams, writeSentence } from '@rollcall/scoring/problem'

/** Where in an uploaded file a problem is; lines and numbered columns count from 1. */
interface ProblemPlace {
  part?: string | undefined
  line?: number | undefined
  column?: string | number | undefined
}

interface Details {
  place?: ProblemPlace
  headers?: Record<string, string>
  cause?: unknown
  /** Replaces the status in the catalogue. */
  status?: number
}

/** A problem that brings its sentence along: one of an uploaded file, or one that a schema found. */
interface FoundProblem {
  code: string
  status: number
  message: string
  params?: ProblemParams
}

/**
 * An answer other than 200. Made from the code and params of a problem in the catalogue, or from a problem with its own
 * sentence. The message is the English sentence.
 */
export class ApiError<Code extends ProblemCode = ProblemCode> extends Error {
  readonly code: string
  readonly status: number
  readonly params: ProblemParams
  readonly place: ProblemPlace
  readonly headers: Readonly<Record<string, string>>

  constructor(
    problem: Code | FoundProblem,
    ...rest: Given<(typeof PROBLEMS)[Code]['sentence'], [details?: Details]>
  ) {
    const [params = {}, details = {}] = rest as readonly [ProblemParams?, Details?]
    const found = typeof problem === 'string' ? fromCatalogue(problem, params) : problem
    super(found.message, { cause: details.cause })
    this.code = found.code
    this.status = details.status ?? found.status
    this.params = found.params ?? {}
    this.place = details.place ?? {}
    this.headers = details.headers ?? {}
  }
}

function fromCatalogue(code: ProblemCode, params: ProblemParams): FoundProblem {
  const problem = PROBLEMS[code]
  return { code, status: problem.status, message: writeSentence(problem.sentence, params), params }
}
