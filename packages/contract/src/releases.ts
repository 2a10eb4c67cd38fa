/** The companion's installer and its patch notes. */

import { isVisible } from '@rollcall/scoring/names'
import { type ReportedProblem, reported, saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { done, endpoint, idParams, reading } from './endpoint.ts'
import { PAGES } from './pages.ts'
import { PATCH_NOTE_CHECKS } from './problems/releases.ts'

/** Rollcall's own companion, or the public one, which belongs to another site. */
export const Product = z.enum(['rollcall', 'public'])
export type Product = z.infer<typeof Product>

const OWN_INSTALLER = /^rollcall[-_. ]?companion/i

/** The product that a file name suggests, for an upload that does not name one. */
export function productOf(fileName: string): Product {
  return OWN_INSTALLER.test(fileName) ? 'rollcall' : 'public'
}

/** False for the portable program, which cannot replace itself. */
export function isCompanionSetup(fileName: string): boolean {
  return /setup/i.test(fileName)
}

/** The installer that was uploaded last. */
export const LatestVersion = z.object({
  product: Product,
  fileName: z.string(),
  /** The number in the file's name; null if it has none. */
  version: z.nullable(z.string()),
  sizeBytes: z.number(),
  /** In lower-case hexadecimal digits. */
  sha256: z.string(),
  uploadedAt: z.string(),
})
export type LatestVersion = z.infer<typeof LatestVersion>

const OfferedVersions = z.extend(LatestVersion, {
  /** The newest installer of each product, Rollcall's own first. */
  offered: z.array(LatestVersion),
})
/** Nobody has uploaded an installer yet. spec.md calls this an `error`; `isEmpty` says that it is not one. */
const NoVersion = z.object({ error: z.string(), isEmpty: z.literal(true) })

export const getLatestVersion = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/latest-version',
  access: 'user',
  summary: 'The installer to download; an error if nobody has uploaded one',
  response: z.union([OfferedVersions, NoVersion]),
  reads: z.union([reading(NoVersion, ['error']), reading(OfferedVersions, ['fileName'])]),
})

export const getLatestCompanion = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/companion/latest',
  access: 'anyone',
  summary: 'The newest Rollcall Companion; every running one asks once a day',
  response: z.object({
    latest: z.nullable(
      z.object({
        version: z.string(),
        fileName: z.string(),
        downloadUrl: z.string(),
        sizeBytes: z.number(),
        /** In lower-case hexadecimal digits. */
        sha256: z.string(),
        uploadedAt: z.string(),
      }),
    ),
  }),
})

export const downloadInstaller = endpoint({
  noun: 'releases',
  method: 'GET',
  path: `${PAGES.download.path}/:fileName`,
  access: 'anyone',
  summary: 'An installer by its stored name, or a range of its bytes',
  params: z.object({ fileName: z.string() }),
  response: z.unknown(),
  sendsFile: true,
  errors: [404],
})

/**
 * The endings that an installer's name may have, in any letter case. The server's `installer-content.ts` checks the
 * content.
 */
export const INSTALLER_TYPES = ['.exe'] as const
export type InstallerType = (typeof INSTALLER_TYPES)[number]

export const MAX_INSTALLER_NAME_LENGTH = 150

/** The type of the installer with that name; null if it is not an installer's name. */
export function installerTypeOf(fileName: string): InstallerType | null {
  return INSTALLER_TYPES.find((type) => fileName.toLowerCase().endsWith(type)) ?? null
}

const UploadedVersion = z.partial(
  z.extend(LatestVersion, {
    message: z.string(),
    /** What the message says, for pages that use their own words. */
    code: z.literal('installer_uploaded'),
  }),
)

export const uploadInstaller = endpoint({
  noun: 'releases',
  method: 'POST',
  path: '/api/admin/upload',
  access: 'admin',
  summary:
    "Makes a Windows installer the latest version of its product; each name can be used once, and the name of Rollcall's own installer must contain Setup and the version",
  multipart: {
    files: { file: `The installer: ${INSTALLER_TYPES.join(', ')}` },
    fields: {
      product:
        "`rollcall` or `public`, sent before the file. Without it, the name decides: Rollcall-Companion-… is Rollcall's own",
    },
    isLarge: true,
  },
  response: UploadedVersion,
  reads: reading(UploadedVersion, []),
  errors: [409, 413, 422, 507],
})

export const MAX_PATCH_NOTE_TITLE_LENGTH = 200
const MAX_PATCH_NOTE_CONTENT_LENGTH = 100_000

/** The markers of quotes and lists, and the spaces, before the text of a line. */
const MAX_PATCH_NOTE_INDENT = 60
/** Counts lines, and characters that may be formatting. */
const MAX_PATCH_NOTE_MARKS = 3_000

const LINE_PREFIX = /^(?:[ \t]|>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))*/
const MARKS = /[*_~`[\]!<>&|#\\:@=+-]|www\.|^[ \t]*\d{1,9}[.)]/gim
const TAB_WIDTH = 4

/**
 * Why a text cannot be rendered as markdown; null if it can. Rendering time grows with the square of nested or paired
 * characters, so both are limited.
 */
export function problemOfNote(content: string): ReportedProblem | null {
  const lines = content.split(/\r\n|\r|\n/)
  const deep = lines.findIndex((line) => {
    const [prefix = ''] = LINE_PREFIX.exec(line) ?? []
    return prefix.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length > MAX_PATCH_NOTE_INDENT
  })
  if (deep !== -1) {
    return reported(PATCH_NOTE_CHECKS, 'patch_note_line_too_deep', {
      line: deep + 1,
      most: MAX_PATCH_NOTE_INDENT,
    })
  }
  const marks = lines.length + (content.match(MARKS)?.length ?? 0)
  return marks > MAX_PATCH_NOTE_MARKS
    ? reported(PATCH_NOTE_CHECKS, 'patch_note_too_formatted', { most: MAX_PATCH_NOTE_MARKS })
    : null
}

export const PatchNote = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PatchNote = z.infer<typeof PatchNote>

const says = saying(PATCH_NOTE_CHECKS)
const patchNoteBody = z.strictObject({
  title: z
    .string()
    .check(
      z.refine(isVisible, says('patch_note_title_missing')),
      z.maxLength(
        MAX_PATCH_NOTE_TITLE_LENGTH,
        says('patch_note_title_too_long', { most: MAX_PATCH_NOTE_TITLE_LENGTH }),
      ),
      z.trim(),
    ),
  content: z.string().check(
    z.maxLength(
      MAX_PATCH_NOTE_CONTENT_LENGTH,
      says('patch_note_too_long', { most: MAX_PATCH_NOTE_CONTENT_LENGTH }),
    ),
    z.superRefine((content, context) => {
      const problem = problemOfNote(content)
      if (problem !== null) {
        context.addIssue({ code: 'custom', message: problem.error, input: content, problem })
      }
    }),
  ),
})

export const listPatchNotes = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/patch-notes',
  access: 'user',
  summary: 'All patch notes, newest first',
  response: z.array(PatchNote),
  reads: z.array(reading(PatchNote, ['id', 'title', 'content'])),
})

export const getPatchNote = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/patch-notes/:id',
  access: 'user',
  summary: 'One patch note',
  params: idParams,
  response: PatchNote,
  reads: reading(PatchNote, ['title', 'content']),
  errors: [404],
})

export const createPatchNote = endpoint({
  noun: 'releases',
  method: 'POST',
  path: '/api/patch-notes',
  access: 'admin',
  summary: 'Publishes a patch note',
  body: patchNoteBody,
  response: PatchNote,
  reads: z.unknown(),
})

export const updatePatchNote = endpoint({
  noun: 'releases',
  method: 'PUT',
  path: '/api/patch-notes/:id',
  access: 'admin',
  summary: 'Changes a patch note',
  params: idParams,
  body: patchNoteBody,
  response: PatchNote,
  reads: z.unknown(),
  errors: [404],
})

export const deletePatchNote = endpoint({
  noun: 'releases',
  method: 'DELETE',
  path: '/api/patch-notes/:id',
  access: 'admin',
  summary: 'Deletes a patch note',
  params: idParams,
  response: done,
  reads: z.unknown(),
  errors: [404],
})
