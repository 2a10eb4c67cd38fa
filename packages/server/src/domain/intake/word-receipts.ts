/** The sentences of receipts, made from code and facts when they are read. */
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import { writeReceipt } from '@rollcall/contract/words/receipts'
import { writeRefusal } from '@rollcall/contract/words/upload-refusals'
import { writeWarning } from '@rollcall/contract/words/upload-warnings'
import type { FileWarning } from '@rollcall/formats/problem'
import type { ProblemParams } from '@rollcall/scoring/problem'
import type { Db } from '../../platform/database/schema.ts'
import { fillNames } from '../people/names-in-facts.ts'
import type { HiddenScope } from '../people/racer-names.ts'

/** A warning as it is stored, with entries for names. */
export type StoredWarning = Omit<FileWarning, 'params'> & { params?: StoredFacts | undefined }

export async function wordWarnings(
  db: Db,
  stored: readonly StoredWarning[],
  scope: HiddenScope,
): Promise<UploadWarning[]> {
  const warnings = (await fillNames(db, stored, scope)) as readonly FileWarning[]
  return warnings.map((warning) => ({ ...warning, message: writeWarning(warning) }))
}

export interface StoredReceipt {
  outcome: UploadOutcome | 'refused'
  /** Which sentence. */
  code: string
  params: unknown
  problem_part: string | null
  problem_line: number | null
  problem_column: string | null
  /** The name of the channel; null if the upload was refused. */
  channel: string | null
}

export interface WordedReceipt {
  message: string
  /** Why it was refused, or that nobody knows any more what was said. */
  code: string | null
  /** The facts in a refusal. */
  params?: ProblemParams
}

export async function wordReceipts(
  db: Db,
  stored: readonly StoredReceipt[],
  scope: HiddenScope,
): Promise<WordedReceipt[]> {
  const filled = await fillNames(
    db,
    stored.map(({ params }) => params as StoredFacts),
    scope,
  )
  return stored.map(({ outcome, code, channel, ...place }, index) => {
    const params = (filled[index] ?? {}) as ProblemParams
    if (outcome !== 'refused') {
      const message = writeReceipt({ code, params }, { channel: channel ?? '' })
      return { message, code: code === FROM_BEFORE.code ? code : null }
    }
    const message = writeRefusal(code, params, {
      part: place.problem_part ?? undefined,
      line: place.problem_line ?? undefined,
      column: place.problem_column === null ? undefined : Number(place.problem_column),
    })
    return { message, code, ...(Object.keys(params).length > 0 && { params }) }
  })
}
