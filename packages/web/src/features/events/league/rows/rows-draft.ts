/** What a row of a league is, as somebody types it. Pure. */
import { BEST_ROWS, type RowRules } from '@rollcall/contract/league-rows'

export interface RowsDraft {
  readonly kind: RowRules['kind']
  /** Empty: all. */
  readonly bestChannels: string
  readonly bestRows: string
}

export const NEW_ROWS: RowsDraft = {
  kind: 'racers',
  bestChannels: '',
  bestRows: String(BEST_ROWS),
}

export function draftOfRows(rules: RowRules | null): RowsDraft {
  if (rules === null) return NEW_ROWS
  return rules.kind === 'streamers'
    ? { ...NEW_ROWS, kind: 'streamers', bestRows: String(rules.bestRows) }
    : { ...NEW_ROWS, bestChannels: String(rules.bestChannels) }
}

/** Not checked yet: a field without a number is NaN. null: racers with all their channels. */
export function rowRulesOf({ kind, bestChannels, bestRows }: RowsDraft): RowRules | null {
  if (kind === 'streamers') {
    return { kind, bestRows: bestRows.trim() === '' ? Number.NaN : Number(bestRows) }
  }
  return bestChannels.trim() === '' ? null : { kind, bestChannels: Number(bestChannels) }
}
