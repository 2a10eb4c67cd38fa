import type { LeagueRules, Round } from '@rollcall/contract/leagues'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'
import { texts as entering } from './entering/texts.ts'
import { rowRulesInWords } from './rows/row-rules-in-words.ts'
import { texts as sealedShow } from './sealed-show-texts.ts'
import { teamRulesInWords } from './teams/team-rules-in-words.ts'
import { termsInWords } from './terms/terms-in-words.ts'
import { texts } from './texts.ts'

const { rules: words, tieNames } = texts

/** How many places are listed one by one. */
const LISTED = 5

/** The rules, a sentence each. */
export function rulesInWords(
  rules: LeagueRules,
  rounds: readonly Pick<Round, 'eventId' | 'name'>[],
): string[] {
  const { points, drops, minimumRounds, ties, multipliers, objectionHours, teams } = rules
  const { rows, entrants, isShowSealed } = rules
  const nameOf = (eventId: number) => rounds.find((round) => round.eventId === eventId)?.name
  return [
    ...(rows ? rowRulesInWords(rows) : []),
    ...(entrants ? [entering.rule] : []),
    ...pointsInWords(points, rows ?? null),
    ...dropSentences(drops),
    ...(minimumRounds > 1 ? [words.minimum(minimumRounds)] : []),
    ...multipliers.flatMap(({ eventId, times }) => {
      const name = nameOf(eventId)
      return name === undefined ? [] : [words.multiplied(name, times)]
    }),
    ties.length === 0 ? words.shared : words.ties(ties.map((rule) => tieNames[rule]).join(', ')),
    words.objections(objectionHours),
    ...(teams ? teamRulesInWords(teams) : []),
    ...termsInWords(rules, rounds),
    ...(isShowSealed ? [sealedShow.rule] : []),
  ]
}

function pointsInWords(points: LeagueRules['points'], rows: LeagueRules['rows']): string[] {
  switch (points.kind) {
    case 'event':
      return [words.event]
    case 'places':
      return [words.places(firstPlaces(points.table))]
    case 'fair':
      return [words.fair(points.games, rows?.kind === 'streamers'), words.fairExample]
  }
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
