import { type FilePlace, FileProblem, type FileProblemCode } from '@rollcall/formats/problem'

type RefusalCode =
  | 'missing_part'
  | 'duplicate_part'
  | 'body_cut_off'
  | 'not_authorised'
  | 'companion_disconnected'
  | 'channel_missing'
  | 'unknown_season'
  | 'implausible_time'
  | 'event_unknown'
  | 'event_not_participant'
  | 'snapshot_conflict'
  | 'no_space'

type UploadProblemCode = FileProblemCode | RefusalCode

/** The list is closed: the companion shows the sentence, programs rely on the code. */
const STATUS_OF_CODE = {
  missing_part: 400,
  duplicate_part: 400,
  body_cut_off: 400,
  not_authorised: 401,
  companion_disconnected: 401,
  event_not_participant: 403,
  event_unknown: 404,
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
  no_space: 507,
} as const satisfies Record<UploadProblemCode, number>

/** An upload is refused; `message` is one plain sentence for the streamer. */
export class UploadProblem extends FileProblem<UploadProblemCode> {
  readonly status: number

  /** @param place.status only for `not_authorised`: 403 where the proof is for another channel */
  constructor(
    code: UploadProblemCode,
    sentence: string,
    { status, ...place }: FilePlace & { status?: 403 } = {},
  ) {
    super(code, sentence, place)
    this.status = status ?? STATUS_OF_CODE[code]
  }

  /** What a format found wrong with a file, as the refusal of its upload; anything else as it is. */
  static from(error: unknown): unknown {
    if (!(error instanceof FileProblem) || error instanceof UploadProblem) {
      return error
    }
    const { code, sentence, part, line, column, heading } = error as FileProblem
    return new UploadProblem(code, sentence, { part, line, column, heading })
  }
}
