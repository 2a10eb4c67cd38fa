/** The companion's installer and its patch notes. */
import * as z from 'zod/mini'
import { done, endpoint, idParams, reading } from './endpoint.ts'

/** Whose companion it is: the public one, which belongs to another site, or Rollcall's own. */
export const Product = z.enum(['rollcall', 'public'])
export type Product = z.infer<typeof Product>

const OWN_INSTALLER = /^rollcall[-_. ]?companion/i

/** The product of an installer of that name, where nobody says it. */
export function productOf(fileName: string): Product {
  return OWN_INSTALLER.test(fileName) ? 'rollcall' : 'public'
}

/** The portable program is built beside it, and cannot replace itself. */
export function isCompanionSetup(fileName: string): boolean {
  return /setup/i.test(fileName)
}

/** The installer that was uploaded last. */
export const LatestVersion = z.object({
  product: Product,
  fileName: z.string(),
  /** The number in the file's name; null where it has none. */
  version: z.nullable(z.string()),
  sizeBytes: z.number(),
  /** In lower-case hexadecimal digits. */
  sha256: z.string(),
  uploadedAt: z.string(),
})
export type LatestVersion = z.infer<typeof LatestVersion>

const OfferedVersions = z.extend(LatestVersion, {
  /** The newest of each product, Rollcall's own first. */
  offered: z.array(LatestVersion),
})
/** spec.md's `error`, and that it is not one: nobody has uploaded an installer yet. */
const NoVersion = z.object({ error: z.string(), isEmpty: z.literal(true) })

export const getLatestVersion = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/latest-version',
  access: 'user',
  summary: 'The installer to download; error where none has been uploaded',
  response: z.union([OfferedVersions, NoVersion]),
  reads: z.union([reading(NoVersion, ['error']), reading(OfferedVersions, ['fileName'])]),
})

export const getLatestCompanion = endpoint({
  noun: 'releases',
  method: 'GET',
  path: '/api/companion/latest',
  access: 'anyone',
  summary: 'The newest Rollcall Companion; each one that runs asks for it once a day',
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
  path: '/download/:fileName',
  access: 'anyone',
  summary: 'An installer by its stored name, whole or a range of it',
  params: z.object({ fileName: z.string() }),
  response: z.unknown(),
  sendsFile: true,
  errors: [404],
})

/**
 * What the name of an installer may end in, letter case ignored. What the content must be stands in the
 * server's `installer-content.ts`.
 */
export const INSTALLER_TYPES = ['.exe'] as const
export type InstallerType = (typeof INSTALLER_TYPES)[number]

export const MAX_INSTALLER_NAME_LENGTH = 150

/** The type of an installer of that name; null where it is not one. */
export function installerTypeOf(fileName: string): InstallerType | null {
  return INSTALLER_TYPES.find((type) => fileName.toLowerCase().endsWith(type)) ?? null
}

const UploadedVersion = z.partial(z.extend(LatestVersion, { message: z.string() }))

export const uploadInstaller = endpoint({
  noun: 'releases',
  method: 'POST',
  path: '/api/admin/upload',
  access: 'admin',
  summary:
    "Makes a Windows installer the latest version of its product; a name is never used twice, and one of Rollcall's own has Setup and its version in it",
  multipart: {
    files: { file: `The installer: ${INSTALLER_TYPES.join(', ')}` },
    fields: {
      product:
        "`rollcall` or `public`, before the file. Without it the name says it: Rollcall-Companion-… is Rollcall's own",
    },
    isLarge: true,
  },
  response: UploadedVersion,
  reads: reading(UploadedVersion, []),
  errors: [409, 413, 422, 507],
})

export const MAX_PATCH_NOTE_TITLE_LENGTH = 200
const MAX_PATCH_NOTE_CONTENT_LENGTH = 100_000

/** Of what stands before the text of a line: signs of quotes and lists, and spaces. */
const MAX_PATCH_NOTE_INDENT = 60
/** Characters that may mean formatting, and lines. */
const MAX_PATCH_NOTE_MARKS = 3_000

const LINE_PREFIX = /^(?:[ \t]|>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))*/
const MARKS = /[*_~`[\]!<>&|#\\:@=+-]|www\.|^[ \t]*\d{1,9}[.)]/gim
const TAB_WIDTH = 4

/**
 * Why a text is not rendered as markdown, as a sentence for its writer; null where it is. The time that
 * rendering takes grows with the square of what is nested or paired, so that both are bounded.
 */
export function problemOfNote(content: string): string | null {
  const lines = content.split(/\r\n|\r|\n/)
  const deep = lines.findIndex((line) => {
    const [prefix = ''] = LINE_PREFIX.exec(line) ?? []
    return prefix.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length > MAX_PATCH_NOTE_INDENT
  })
  if (deep !== -1) {
    return `Line ${deep + 1} begins with more than ${MAX_PATCH_NOTE_INDENT} spaces and signs of quotes and lists.`
  }
  const marks = lines.length + (content.match(MARKS)?.length ?? 0)
  return marks > MAX_PATCH_NOTE_MARKS
    ? `A patch note has at most ${MAX_PATCH_NOTE_MARKS.toLocaleString('en-US')} lines and formatting characters, such as * and [.`
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

const patchNoteBody = z.strictObject({
  title: z.string().check(
    z.refine((title) => title.trim() !== '', 'The title is missing.'),
    z.maxLength(
      MAX_PATCH_NOTE_TITLE_LENGTH,
      `A title has at most ${MAX_PATCH_NOTE_TITLE_LENGTH} characters.`,
    ),
    z.trim(),
  ),
  content: z.string().check(
    z.maxLength(
      MAX_PATCH_NOTE_CONTENT_LENGTH,
      `A patch note has at most ${MAX_PATCH_NOTE_CONTENT_LENGTH.toLocaleString('en-US')} characters.`,
    ),
    z.superRefine((content, context) => {
      const problem = problemOfNote(content)
      if (problem !== null) {
        context.addIssue({ code: 'custom', message: problem, input: content })
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
