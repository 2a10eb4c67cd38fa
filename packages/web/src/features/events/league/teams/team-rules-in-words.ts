import { MAX_TEAM_SIZE, type TeamRules } from '@rollcall/contract/team-rules'
import { texts } from './texts.ts'

const { rules: words } = texts

/** What a league says about its teams, a sentence each. */
export const teamRulesInWords = ({ best, minSize, maxSize }: TeamRules): string[] => [
  best === null ? words.all : words.best(best),
  ...(minSize > 1 ? [words.minSize(minSize)] : []),
  ...(maxSize < MAX_TEAM_SIZE ? [words.maxSize(maxSize)] : []),
]
