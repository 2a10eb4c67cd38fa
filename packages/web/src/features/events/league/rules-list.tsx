import type { Division } from '@rollcall/contract/divisions'
import type { LeagueRules, Round, RuleChange } from '@rollcall/contract/leagues'
import { formatDay } from '#ui/format-instant.ts'
import { divisionRulesInWords } from './divisions/division-rules-in-words.ts'
import classes from './league.module.css'
import { rulesInWords } from './rules-in-words.ts'
import { texts } from './texts.ts'

interface RulesProps {
  readonly rules: LeagueRules
  readonly rounds: readonly Pick<Round, 'eventId' | 'name'>[]
}

/** How the rounds are added up, in plain words. */
export function Rules({
  rules,
  rounds,
  divisions = [],
}: RulesProps & { readonly divisions?: readonly Division[] }) {
  const sentences = [...rulesInWords(rules, rounds), ...divisionRulesInWords(divisions, rules)]
  return (
    <ul className={classes.rules}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

interface RuleChangesProps extends RulesProps {
  /** The earliest first. */
  readonly changes: readonly RuleChange[]
}

/** When and why the rules were changed, and what they said before. */
export function RuleChanges({ changes, rules, rounds }: RuleChangesProps) {
  if (changes.length === 0) return null
  return (
    <ul className={classes.rules} aria-label={texts.ruleChanges}>
      {changes.map(({ at, reason, before }, index) => {
        const after = rulesInWords(changes[index + 1]?.before ?? rules, rounds)
        const earlier = rulesInWords(before, rounds)
        const gone = earlier.filter((sentence) => !after.includes(sentence))
        const added = after.filter((sentence) => !earlier.includes(sentence))
        return (
          <li key={at}>
            {texts.ruleChanged(formatDay(at))} {reason !== null && <bdi>{reason}</bdi>}{' '}
            {gone.length > 0 && texts.rulesBefore(gone.join(' '))}{' '}
            {added.length > 0 && texts.rulesSince(added.join(' '))}
          </li>
        )
      })}
    </ul>
  )
}
