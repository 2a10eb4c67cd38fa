/** Why an admin left a game out of rankings, in the words of the audit log and of receipts. */
import type { LeaveOutReason } from '../admin-reports.ts'

const REASONS: Readonly<Record<LeaveOutReason, string>> = {
  'wrong-result': 'its result is wrong',
  cheating: 'cheating',
  test: 'it was only a test',
  'counted-twice': 'it was counted twice',
  other: 'another reason',
}

export const leftOutInWords = (reason: string): string =>
  REASONS[reason as LeaveOutReason] ?? REASONS.other
