/** The status of every code; those of uploads are in `upload-problem.ts`. */
export const STATUS_OF_CODE = {
  bad_request: 400,
  unauthenticated: 401,
  platform_token_refused: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
  platform_unreachable: 503,
  database_unavailable: 503,
  no_space: 507,
} as const

type ErrorCode = keyof typeof STATUS_OF_CODE

/** Where in an uploaded file a problem is; lines and numbered columns count from 1. */
interface ProblemPlace {
  part?: string | undefined
  line?: number | undefined
  column?: string | number | undefined
}

/** An answer other than 200. The message is one plain sentence for the person who called. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly place: ProblemPlace
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode | { code: string; status: number },
    message: string,
    details: { place?: ProblemPlace; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = typeof code === 'string' ? code : code.code
    this.status = typeof code === 'string' ? STATUS_OF_CODE[code] : code.status
    this.place = details.place ?? {}
    this.headers = details.headers ?? {}
  }
}
