import type { LeagueRules, Round } from '@rollcall/contract/leagues'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'
import { rowRulesInWords } from './rows/row-rules-in-words.ts'
import { teamRulesInWords } from './teams/team-rules-in-words.ts'
import { texts } from './texts.ts'

const { rules: words, tieNames } = texts

/** How many places are listed one by one. */
const LISTED = 5

/** The rules, a sentence each. */
export function rulesInWords(
  { points, drops, minimumRounds, ties, multipliers, objectionHours, teams, rows }: LeagueRules,
  rounds: readonly Pick<Round, 'eventId' | 'name'>[],
): string[] {
  const nameOf = (eventId: number) => rounds.find((round) => round.eventId === eventId)?.name
  return [
    ...(rows ? rowRulesInWords(rows) : []),
    points.kind === 'event' ? words.event : words.places(firstPlaces(points.table)),
    ...dropSentences(drops),
    ...(minimumRounds > 1 ? [words.minimum(minimumRounds)] : []),
    ...multipliers.flatMap(({ eventId, times }) => {
      const name = nameOf(eventId)
      return name === undefined ? [] : [words.multiplied(name, times)]
    }),
    ties.length === 0 ? words.shared : words.ties(ties.map((rule) => tieNames[rule]).join(', ')),
    words.objections(objectionHours),
    ...(teams ? teamRulesInWords(teams) : []),
  ]
}

function firstPlaces(table: readonly number[]): string {
  const listed = table.slice(0, LISTED).map((points) => formatNumber(points))
  return table.length > LISTED ? words.others(listed.join(', '), table.length) : formatList(listed)
}

/** One for each number of results that do not count, from the round on from which it holds. */
function dropSentences(drops: readonly number[]): string[] {
  const changes = drops.flatMap((count, index) =>
    count === (drops[index - 1] ?? 0) ? [] : [{ count, from: index + 1 }],
  )
  return changes.length === 0
    ? [words.allCount]
    : changes.map(({ count, from }) => words.drops(count, from))
}
