import { type Catalogue, inDigits } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const RELEASE_PROBLEMS = {
  no_such_patch_note: { status: 404, sentence: 'There is no such patch note.' },
  no_such_installer: { status: 404, sentence: 'There is no such file.' },
  range_not_satisfiable: {
    status: 416,
    sentence: 'The file ends before the requested range.',
  },
  installer_missing: { status: 400, sentence: 'Please select a file to upload.' },
  installer_not_in_form: {
    status: 400,
    sentence: 'Send the installer as the file of a multipart form.',
  },
  installer_cut_off: {
    status: 400,
    sentence: 'The upload was interrupted. Send it again.',
  },
  no_such_product: { status: 400, sentence: 'The product is rollcall or public.' },
  installer_name_not_allowed: {
    status: 422,
    sentence: ({ endings }: { endings: readonly string[] }) =>
      `The file needs a name that ends in ${endings.join(' or ')}, of plain letters, digits, spaces and . _ - + ( ).`,
  },
  installer_name_taken: {
    status: 409,
    sentence: ({ name }: { name: string }) =>
      `There is already an installer called ${name}, and it stays as it is. Give the new one another name.`,
  },
  installer_named_like_ours: {
    status: 422,
    sentence: ({ name }: { name: string }) =>
      `${name} has a name like Rollcall Companion, which must not be offered to public companions. Choose Rollcall Companion, or give the file another name.`,
  },
  installer_is_no_setup: {
    status: 422,
    sentence:
      'Rollcall Companion is updated by its installer, not by the program itself. Choose the file with Setup in its name, as in Rollcall-Companion-Setup-1.2.0.exe.',
  },
  installer_without_version: {
    status: 422,
    sentence:
      'Rollcall Companion needs its version in the name, as in Rollcall-Companion-Setup-1.2.0.exe.',
  },
  installer_empty: { status: 422, sentence: 'The file is empty.' },
  installer_is_no_windows_program: {
    status: 422,
    sentence: 'The file is not a Windows program, whatever its name says.',
  },
  installer_too_large: {
    status: 413,
    sentence: ({ mebibytes }: { mebibytes: number }) =>
      `An installer can have up to ${mebibytes} MiB.`,
  },
  no_space_for_installer: {
    status: 507,
    sentence: 'The server has too little space left for this installer. Please tell its operator.',
  },
} as const satisfies Problems

/** What the schemas of `releases.ts` check. */
export const PATCH_NOTE_CHECKS = {
  patch_note_title_missing: 'The title is missing.',
  patch_note_title_too_long: ({ most }: { most: number }) =>
    `A title can have up to ${most} characters.`,
  patch_note_too_long: ({ most }: { most: number }) =>
    `A patch note can have up to ${inDigits(most)} characters.`,
  patch_note_line_too_deep: ({ line, most }: { line: number; most: number }) =>
    `Line ${line} begins with more than ${most} spaces and markers of quotes and lists.`,
  patch_note_too_formatted: ({ most }: { most: number }) =>
    `A patch note can have up to ${inDigits(most)} lines and formatting characters, such as * and [.`,
} as const satisfies Catalogue
