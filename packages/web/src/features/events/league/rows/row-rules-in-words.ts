import type { RowRules } from '@rollcall/contract/league-rows'
import { texts } from './texts.ts'

const { rules: words } = texts

/** What a row is, if a league says so, a sentence each. */
export const rowRulesInWords = (rules: RowRules): string[] =>
  rules.kind === 'streamers'
    ? [words.streamers(rules.bestRows), words.unadjusted]
    : [words.channels(rules.bestChannels)]
