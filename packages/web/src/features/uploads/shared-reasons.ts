import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import { texts } from './texts.ts'

/** Why uploads do not count, where several receipts give the same reason, and how many give it. */
export function findSharedReasons(
  receipts: readonly Pick<OwnReceipt, 'warnings'>[],
): ReadonlyMap<string, number> {
  const reasons = receipts.flatMap(({ warnings }) =>
    warnings
      .filter(({ code }) => code === 'not_counted')
      .map((warning) => texts.receipt.warning(warning)),
  )
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, { length }]) => [reason, length] as const,
  )
  return new Map(counts.filter(([, count]) => count > 1))
}
