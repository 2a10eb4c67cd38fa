import { REFUSED_UPLOADS, writeRefusal } from '@rollcall/contract/words/upload-refusals'
import type { UPLOAD_WARNINGS } from '@rollcall/contract/words/upload-warnings'
import { type FilePlace, FileProblem, type FileWarning } from '@rollcall/formats/problem'
import type { ProblemParams, SentenceParams } from '@rollcall/scoring/problem'

type Refused = typeof REFUSED_UPLOADS

/** A refused upload. `message` is one plain sentence for the streamer, and `params` are the facts in it. */
export class UploadProblem<Code extends keyof Refused = keyof Refused> extends Error {
  readonly code: Code
  readonly params: ProblemParams
  readonly status: number
  readonly part: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined

  /** @param place.status only for `not_authorised`: 403 if the proof is for another channel */
  constructor(
    code: Code,
    params: SentenceParams<Refused[Code]['sentence']>,
    { status, ...place }: FilePlace & { status?: 403 } = {},
  ) {
    const refused = REFUSED_UPLOADS[code]
    const facts = params as ProblemParams
    super(writeRefusal(code, facts, place))
    this.code = code
    this.params = facts
    this.status = status ?? refused.status
    this.part = place.part
    this.line = place.line
    this.column = place.column
  }

  /** Turns a file's problem into the refusal of its upload; returns anything else unchanged. */
  static from(error: unknown): unknown {
    if (!(error instanceof FileProblem)) {
      return error
    }
    const { code, params, part, line, column } = error
    // The problems of uploads include those of files, with the same params.
    return new UploadProblem(code, params as never, { part, line, column })
  }
}

export function uploadWarning<Code extends keyof typeof UPLOAD_WARNINGS>(
  code: Code,
  params: SentenceParams<(typeof UPLOAD_WARNINGS)[Code]>,
): FileWarning {
  return { code, ...(Object.keys(params).length > 0 && { params: params as ProblemParams }) }
}
