/** What a league says about teams, as somebody types it. Pure. */
import { MAX_TEAM_SIZE, type TeamRules } from '@rollcall/contract/team-rules'

export interface TeamsDraft {
  readonly hasTeams: boolean
  /** Empty: all who raced. */
  readonly best: string
  readonly minSize: string
  /** Empty: as many as there can be. */
  readonly maxSize: string
}

export const NO_TEAMS: TeamsDraft = { hasTeams: false, best: '4', minSize: '1', maxSize: '8' }

export function draftOfTeams(rules: TeamRules | null): TeamsDraft {
  if (rules === null) return NO_TEAMS
  const { best, minSize, maxSize } = rules
  return {
    hasTeams: true,
    best: best === null ? '' : String(best),
    minSize: String(minSize),
    maxSize: maxSize === MAX_TEAM_SIZE ? '' : String(maxSize),
  }
}

/** Not checked yet: a field without a number is NaN. */
export const teamRulesOf = ({ best, minSize, maxSize }: TeamsDraft): TeamRules => ({
  best: best.trim() === '' ? null : Number(best),
  minSize: minSize.trim() === '' ? Number.NaN : Number(minSize),
  maxSize: maxSize.trim() === '' ? MAX_TEAM_SIZE : Number(maxSize),
})
