import type { ReportSubject } from '@rollcall/contract/admin-reports'

/** A row of a leaderboard that somebody points at. */
export interface Reported {
  readonly name: string
  readonly subject: ReportSubject
}
