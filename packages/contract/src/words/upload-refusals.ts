/** Why an upload is refused: its form, its proof or its files. */
import { type FilePlace, placeInWords } from '@rollcall/formats/problem'
import { FILE_PROBLEMS } from '@rollcall/formats/problem-sentences'
import { quoted } from '@rollcall/formats/quoted'
import { type ProblemParams, type Said, writeSentence } from '@rollcall/scoring/problem'
import { PAGES } from '../pages.ts'
import type { Problems } from '../problems/problem.ts'
import { FROM_BEFORE } from './from-before.ts'

const file = <S extends Said>(sentence: S) => ({ status: 422, sentence }) as const

/** The list of codes is closed, because programs rely on it. */
export const REFUSED_UPLOADS = {
  missing_part: {
    status: 400,
    sentence: {
      event_id_missing: 'The field eventId is missing.',
      file_missing: ({ name, needed }: { name: string; needed: string[] }) =>
        `The file ${name} is missing. The upload needs ${needed.join(' and ')}.`,
      checkpoints_missing:
        'The file checkpointData is missing. A race needs it, even if it contains only headings.',
      no_form:
        'The upload must be a multipart form (multipart/form-data with a boundary of at most 70 characters).',
      broken_form: ({ error }: { error: string }) => `The form cannot be read: ${error}.`,
    },
  },
  duplicate_part: {
    status: 400,
    sentence: ({ name }: { name: string }) => `The upload contains the file ${name} twice.`,
  },
  body_cut_off: { status: 400, sentence: 'The upload was interrupted. Send it again.' },
  not_authorised: {
    status: 401,
    sentence: {
      invalid_key: ({ site }: { site: string }) =>
        `This upload key is not valid. Copy the companion's address again from ${site}${PAGES.uploadKey.path}`,
      session_ended: 'Your session has ended. Please sign in again.',
      other_channel: ({ channel, uploader }: { channel: string; uploader: string }) =>
        `The file is for the channel ${channel}, but this upload comes from ${uploader}. If you were renamed, sign in once so that your new name is known.`,
      silent_proxy: ({ site }: { site: string }) =>
        `This upload came through a proxy that does not say for whom. The server's operator must set PUBLIC_URL and TRUST_PROXY; the address with your upload key from ${site}${PAGES.uploadKey.path} works without them.`,
      no_proof: ({ site }: { site: string }) =>
        `Nothing shows that this upload comes from the channel's streamer. Sign in at ${site} on this computer, or give the companion the address with your upload key from ${site}${PAGES.uploadKey.path}`,
    },
  },
  companion_disconnected: {
    status: 401,
    sentence:
      'This computer has been disconnected on the site. Connect it again; the games that are waiting here are kept.',
  },
  event_not_participant: {
    status: 403,
    sentence: 'The channel does not take part in this event. Ask its organiser to add you.',
  },
  event_unknown: { status: 404, sentence: 'There is no event with that number.' },
  snapshot_conflict: {
    status: 409,
    sentence:
      'A game with this SnapshotId is already stored with other results. The stored one stays.',
  },
  channel_missing: {
    status: 422,
    sentence: {
      streamer_unknown: 'Nobody has signed in for this channel yet.',
      channel_unnamed: 'The file does not say which channel it is for.',
    },
  },
  unknown_season: {
    status: 422,
    sentence: ({ season, current }: { season: string; current: number }) =>
      `There is no season ${quoted(season)}. The current season is ${current}.`,
  },
  implausible_time: {
    status: 422,
    sentence: {
      finish_in_future: ({ minutes }: { minutes: number }) =>
        `The game finished more than ${minutes} minutes in the future. Check the clock of the computer.`,
      marble_day_in_future: ({ day, days }: { day: string; days: number }) =>
        `The marble day ${day} is more than ${days} days in the future. Check the date of the computer.`,
    },
  },
  no_space: {
    status: 507,
    sentence: {
      little_space:
        'The server has too little disk space left for uploads. Please tell its operator and try again later.',
    },
  },

  too_large: {
    status: 413,
    sentence: {
      ...FILE_PROBLEMS.too_large,
      too_many_mebibytes: ({ most }: { most: number }) => `A file can have up to ${most} MiB.`,
      too_many_parts: 'The upload has too many parts.',
      long_field: ({ most }: { most: number }) =>
        `A field of the form can have up to ${most} bytes; a file needs a file name.`,
    },
  },
  bad_value: file({
    ...FILE_PROBLEMS.bad_value,
    no_instant: 'The value is not a time with a time zone, like 2026-09-14T12:00:00Z.',
    no_flag: 'The value must be true or false.',
    invalid_character: 'A field of the form contains an invalid character.',
  }),
  bad_encoding: file(FILE_PROBLEMS.bad_encoding),
  bad_row: file(FILE_PROBLEMS.bad_row),
  channel_mismatch: file(FILE_PROBLEMS.channel_mismatch),
  duplicate_racer: file(FILE_PROBLEMS.duplicate_racer),
  empty_file: file(FILE_PROBLEMS.empty_file),
  incomplete: file(FILE_PROBLEMS.incomplete),
  mixed_snapshots: file(FILE_PROBLEMS.mixed_snapshots),
  no_rows: file(FILE_PROBLEMS.no_rows),
  not_final: file(FILE_PROBLEMS.not_final),
  not_ready: { status: 409, sentence: FILE_PROBLEMS.not_ready },
  season_mismatch: file(FILE_PROBLEMS.season_mismatch),
  unknown_header: file(FILE_PROBLEMS.unknown_header),
  unknown_schema: file(FILE_PROBLEMS.unknown_schema),
} as const satisfies Problems

/** The sentence, which begins with the place in the file, and so with nothing if no place is known. */
export function writeRefusal(code: string, params: ProblemParams, place: FilePlace = {}): string {
  const refused = REFUSED_UPLOADS[code as keyof typeof REFUSED_UPLOADS]
  return refused === undefined
    ? FROM_BEFORE.sentence
    : placeInWords(place, params) + writeSentence(refused.sentence, params)
}
