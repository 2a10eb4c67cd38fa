/** What the server refuses about uploads. Why an upload itself is refused: `words/upload-refusals.ts`. */
import { counted, type Problems } from './problem.ts'

export const UPLOAD_PROBLEMS = {
  no_channel_yet: {
    status: 404,
    sentence: 'You have no channel yet. Upload something first.',
  },
  no_such_upload: { status: 404, sentence: 'Your channel has no such upload.' },
  nothing_to_undo: {
    status: 409,
    sentence: 'This upload stored nothing, or it has been undone already.',
  },
  upload_too_old: {
    status: 409,
    sentence: 'This upload is too old to be undone.',
  },
  newer_snapshot: {
    status: 409,
    sentence: 'A newer snapshot has replaced this one. Undo the newer one first.',
  },
  games_have_own_files: {
    status: 409,
    sentence: "The games' own files have arrived since, so the games stay.",
  },
  game_left_out: {
    status: 409,
    sentence:
      'An admin left a game of this upload out of rankings, so it counts nowhere, and the upload stays as it is.',
  },
  no_other_game: {
    status: 409,
    sentence:
      'This upload has no game that could count as another one. The stored game may have been undone since; then upload the file again.',
  },
  event_deleted_meanwhile: {
    status: 409,
    sentence: 'The event has been deleted in the meantime. Nothing changed.',
  },
  snapshot_replaced: {
    status: 409,
    sentence:
      'This snapshot is no longer stored, because newer ones have arrived. Nothing changed.',
  },
  earlier_snapshot_gone: {
    status: 409,
    sentence:
      'The snapshot before this one is no longer stored, so this one cannot be undone. Nothing changed.',
  },
  no_such_snapshot: {
    status: 404,
    sentence:
      'This snapshot is no longer stored: newer ones have arrived, or its event was deleted. Load the list again.',
  },
  snapshot_current: {
    status: 409,
    sentence: 'This snapshot is already the current one. Nothing changed.',
  },
  snapshot_counts_twice: {
    status: 409,
    sentence:
      "This channel's games have been counted one by one since before this snapshot arrived, so they would count twice. Its streamer can switch back under My Uploads.",
  },
  daily_games_used_up: {
    status: 429,
    sentence: ({ mebibytes, hours }: { mebibytes: number; hours: number }) =>
      `A channel can upload up to ${mebibytes} MiB of games and day logs in 24 hours. Please try again in ${counted(hours, 'hour')}.`,
  },
  daily_snapshots_used_up: {
    status: 429,
    sentence: ({ mebibytes, hours }: { mebibytes: number; hours: number }) =>
      `A channel can upload up to ${mebibytes} MiB of snapshots in 24 hours. Please try again in ${counted(hours, 'hour')}.`,
  },
  too_many_uploads_waiting: {
    status: 503,
    sentence: ({ most, seconds }: { most: number; seconds: number }) =>
      `${most} of your uploads are already waiting. ${sendAgain(seconds)}`,
  },
  upload_waited_too_long: {
    status: 503,
    sentence: ({ waited, seconds }: { waited: number; seconds: number }) =>
      `The server is busy with other uploads; this one has waited for ${waited} seconds. ${sendAgain(seconds)}`,
  },
  server_stopping: {
    status: 503,
    sentence: ({ seconds }: { seconds: number }) => `The server is stopping. ${sendAgain(seconds)}`,
  },
} as const satisfies Problems

const sendAgain = (seconds: number) =>
  `Nothing was stored; please send it again in ${seconds} seconds.`
