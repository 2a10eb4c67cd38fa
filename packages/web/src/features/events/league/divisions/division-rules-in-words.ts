import type { Division } from '@rollcall/contract/divisions'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { formatList } from '#ui/format-list.ts'
import { texts } from './texts.ts'

const { rules: words } = texts

/** What the divisions of a league mean, a sentence each; none without divisions. */
export function divisionRulesInWords(
  divisions: readonly Division[],
  { points }: Pick<LeagueRules, 'points'>,
): string[] {
  if (divisions.length === 0) return []
  const names = formatList(divisions.map(({ name }) => name))
  return [
    words.are(names, divisions.length),
    words.table,
    ...(points.kind === 'places' ? [words.places] : []),
  ]
}
