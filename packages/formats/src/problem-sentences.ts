/**
 * The sentences about files, in English: problems, which refuse a file, and warnings. Each sentence has a code, and a
 * reason if the code has several sentences. Code and params are enough to say it in another language.
 */
import { inDigits, type Said, type SentenceParams, writeSentence } from '@rollcall/scoring/problem'
import { quoted } from './quoted.ts'

interface Limit {
  most: number
}

/** The content of a cell. */
interface Cell {
  value: string
}

const inMebibytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`

const FILE_TYPES = {
  zip_or_spreadsheet: 'a ZIP archive or a spreadsheet',
  zip: 'a ZIP archive',
  gzip: 'a gzip archive',
  seven_zip: 'a 7-Zip archive',
  rar: 'a RAR archive',
  pdf: 'a PDF document',
  office: 'an Office document',
  picture: 'a picture',
  program: 'a program',
} as const
export type FileType = keyof typeof FILE_TYPES

interface Headings {
  /** The names of all formats that the file might have. */
  formats: string[]
  nearest: string
  /** The headings of each format; if there are many formats, only those of the nearest. */
  expected: string[]
  found: string
}

const headingsInWords = ({ formats, nearest, expected, found }: Headings) => {
  const wanted =
    expected.length === formats.length
      ? expected.join('; or: ')
      : `those of ${formats.join(', ')}; the nearest, ${nearest}: ${expected}`
  return `headings must be ${wanted}; found ${quoted(found, 300)}`
}

const UNKNOWN_HEADER = {
  other_headings: (headings: Headings) => `The ${headingsInWords(headings)}.`,
  other_separator: (headings: Headings) =>
    `Columns must be separated by commas, and the ${headingsInWords(headings)}.`,
  heading_twice: ({ name }: { name: string }) => `The heading ${name} appears twice.`,
  no_headings: 'The first line must be headings.',
  results_of_a_game:
    'These are the results of a game, not its checkpoints. Upload LastRaceNumbersHit.csv here.',
  not_a_day_log:
    "This is not a day log of the companion: a game's rows have 12, 11 or 7 columns and the word Race or BR, a checkpoint's have 5.",
} as const

/** Why a file is refused. The list of codes is closed, because programs rely on it. */
export const FILE_PROBLEMS = {
  too_large: {
    too_many_bytes: ({ most }: Limit) =>
      `The file is larger than the allowed ${inMebibytes(most)}.`,
    too_many_rows: ({ most }: Limit) =>
      `The file has more than the allowed ${inDigits(most)} rows.`,
    too_many_columns: ({ most }: Limit) => `The line has more than the allowed ${most} columns.`,
    too_many_games: ({ most }: Limit) =>
      `The log has more than the allowed ${inDigits(most)} games. Split it and send the parts one by one.`,
    too_many_empty_lines: 'The file begins with too many empty lines.',
    long_line: 'The line is too long.',
    long_cell: ({ most }: Limit) => `The cell has more than the allowed ${most} characters.`,
  },
  empty_file: 'The file is empty.',
  bad_encoding: {
    invalid_utf_8: 'The file is marked as UTF-8 but is not valid UTF-8. Save it as UTF-8 again.',
    half_a_character: 'The file contains half a character, so part of it is lost. Upload it again.',
    cut_within_a_character:
      'The file ends in the middle of a character, so its end is missing. Upload it again.',
    other_code_page: 'The text of this file is neither UTF-8 nor Windows-1252. Save it as UTF-8.',
    utf_32: 'The file is UTF-32 text. Save it as UTF-8.',
    not_text:
      'The file does not contain readable text. Upload the CSV file itself, saved as UTF-8.',
    other_file_type: ({ type }: { type: FileType }) =>
      `The file is ${FILE_TYPES[type]}. Upload the CSV file itself.`,
  },
  unknown_header: UNKNOWN_HEADER,
  unknown_schema: (params: SentenceParams<typeof UNKNOWN_HEADER>) =>
    `The game wrote this file in a newer format, which Rollcall does not know yet. ${writeSentence(UNKNOWN_HEADER, { ...params })}`,
  bad_row: {
    no_racer: 'The row does not name a racer.',
    misplaced_quotation_mark: 'A quotation mark is in the wrong place or is never closed.',
    open_quotation_mark: 'A quotation mark in this line is never closed.',
    too_few_cells: ({ cells, headings }: { cells: number; headings: number }) =>
      `The row has ${cells} cells, but there are ${headings} headings. The file may be cut off.`,
    too_many_cells: ({ headings }: { headings: number }) =>
      `The row has more cells than there are headings (${headings}). A name with a comma in it must be in quotation marks.`,
    second_row: 'There may be only one row below the headings.',
  },
  bad_value: {
    empty: 'The cell is empty, but a value is required.',
    not_a_whole_number: ({ value, most }: Cell & Limit) =>
      `${quoted(value)} is not a whole number from 0 to ${inDigits(most)} in plain digits.`,
    not_a_number: ({ value, least, most }: Cell & Limit & { least: number }) =>
      `${quoted(value)} is not a number from ${inDigits(least)} to ${inDigits(most)} with a point before its decimals.`,
    not_seconds: ({ value, most }: Cell & Limit) =>
      `${quoted(value)} is not a time in seconds from 0 to ${inDigits(most)} with up to 6 decimals.`,
    not_true_or_false: ({ value }: Cell) => `${quoted(value)} is neither true nor false.`,
    not_a_day: ({ value }: Cell) => `${quoted(value)} is not a day written as YYYY-MM-DD.`,
    not_a_utc_time: ({ value }: Cell) =>
      `${quoted(value)} is not a UTC time written as YYYY-MM-DDTHH:MM:SSZ.`,
    not_a_time_stamp: ({ value }: Cell) =>
      `${quoted(value)} is not a time written as YYYY-MM-DD HH:MM:SS.`,
    not_race_or_br: ({ value }: Cell) => `${quoted(value)} is neither Race nor BR.`,
    not_event_numbers: ({ value }: Cell) =>
      `${quoted(value)} is not a list of event numbers such as [278, 301].`,
    no_event_number:
      "The file's name must begin with the number of the event, as in 100004_eventdata.csv.",
  },
  no_rows: {
    only_headings: 'There is no row below the headings.',
    only_checkpoints:
      'This log has only checkpoints, neither games nor times, so nothing of it can be stored.',
  },
  incomplete: {
    cut_line: 'The file ends in the middle of its last line. Upload it again.',
    other_number_of_rows: ({ rows, players }: { rows: number; players: number }) =>
      `The file is incomplete: it has ${rows} rows, but the summary counts ${players} players. Upload it again.`,
    position_twice: ({ position }: { position: number }) =>
      `The file is incomplete: position ${position} appears twice. Upload it again.`,
    position_missing: ({ position }: { position: number }) =>
      `The file is incomplete: position ${position} is missing. Upload it again.`,
    copy: ({ name }: { name: string }) => `It is the same as ${name}, so it is not needed.`,
    results_missing: 'The results that this summary belongs to are missing. Add them.',
    results_unclear:
      'This summary could belong to several games. Put the files of each game into a folder of its own.',
    race_missing: 'The race that these checkpoints belong to is missing. Add its results.',
    race_unclear:
      'These checkpoints could belong to several races. Put the files of each race into a folder of its own.',
    checkpoints_in_zip:
      'A zip does not say when these checkpoints were written, so they could belong to an earlier race and were left out. To include them, unpack it and drop its files.',
    checkpoints_of_earlier_race:
      'These checkpoints are older than the race, so they belong to an earlier one and were left out.',
    racers_missing: "The season's racers are missing. Add the file …_racerdata.csv.",
    racers_unclear:
      'It is unclear which racers belong to these totals. Put each pair into a folder of its own.',
    totals_missing: "The channel's totals are missing. Add the file …_streamerdata.csv.",
    totals_unclear:
      'It is unclear which totals belong to these racers. Put each pair into a folder of its own.',
  },
  duplicate_racer: ({ login }: { login: string }) =>
    `${quoted(login)} is in this game more than once.`,
  mixed_snapshots: 'The file contains rows of more than one game. Upload it again.',
  channel_mismatch: {
    other_than_totals: ({ channel, expected }: { channel: string; expected: string }) =>
      `This row is for the channel ${quoted(channel)}, but streamerData is for ${quoted(expected)}.`,
    other_than_first_row: ({ channel, expected }: { channel: string; expected: string }) =>
      `This row is for the channel ${quoted(channel)}, but the first row is for ${quoted(expected)}.`,
  },
  season_mismatch: ({ season, expected }: { season: string; expected: string }) =>
    `This row is for season ${quoted(season)}, but streamerData is for ${quoted(expected)}.`,
  not_ready: 'The summary belongs to another game than the results. Upload both again in a moment.',
  not_final: ({ status }: { status: string }) =>
    `The game ended with the status ${quoted(status)}. Only Final games are accepted.`,
} as const satisfies Record<string, Said>

/** What is odd about a file that is accepted anyway. */
export const FILE_WARNINGS = {
  read_as_windows_1252:
    'The file is not UTF-8, so it was read as Windows-1252. Check that names with accents are right.',
  row_without_name: 'A row without a racer name was left out.',
  duplicate_racer: {
    twice_in_file: ({ login }: { login: string }) =>
      `${quoted(login)} is in the file more than once. The last row was used.`,
    twice_in_game: ({ login }: { login: string }) =>
      `${quoted(login)} is in the game more than once. The last row was used.`,
  },
  points_differ: ({ points, sum }: { points: number; sum: number }) =>
    `streamerData says ${points} points, but the racers' rows add up to ${sum}. The number from streamerData was used.`,
  newer_schema:
    'The game wrote this file in a newer format than Rollcall knows. All known columns were there and were read.',
  levels_mixed:
    'The file includes racers who left on an earlier level. Without LastTiltLevel.csv they count as racers of this level.',
  top_tiltee_not_in_game: ({ login }: { login: string }) =>
    `The top tiltee ${quoted(login)} is not among the racers.`,
  checkpoint_racer_not_in_game: ({ login, number }: { login: string; number: number }) =>
    `${quoted(login)} hit checkpoint ${number} but is not among the racers.`,
} as const satisfies Record<string, Said>

/** Replaces all warnings of one code beyond the listed ones. Its reason is `more`. */
export const MORE_WARNINGS = {
  more: ({ count }: { count: number }) => `and ${count} more like it`,
} as const satisfies Said
