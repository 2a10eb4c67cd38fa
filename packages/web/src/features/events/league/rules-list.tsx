import type { LeagueRules, Round } from '@rollcall/contract/leagues'
import classes from './league.module.css'
import { rulesInWords } from './rules-in-words.ts'

interface RulesProps {
  readonly rules: LeagueRules
  readonly rounds: readonly Pick<Round, 'eventId' | 'name'>[]
}

/** How the rounds are added up, in plain words. */
export function Rules({ rules, rounds }: RulesProps) {
  return (
    <ul className={classes.rules}>
      {[...new Set(rulesInWords(rules, rounds))].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
