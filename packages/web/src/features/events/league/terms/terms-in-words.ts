import type { LeagueRules, Round } from '@rollcall/contract/leagues'
import { formatInstantInZone } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { rules: words } = texts

/** What a league adds to the points of a round, and the game that decides, a sentence each. */
export function termsInWords(
  { bonuses, keepsParticipation, namedGame, points }: LeagueRules,
  rounds: readonly Pick<Round, 'eventId' | 'name'>[],
): string[] {
  const round = rounds.find(({ eventId }) => eventId === namedGame?.eventId)
  return [
    ...(bonuses ?? []).map(({ name, points: each, by }) => words.bonus[by](name, each)),
    ...(keepsParticipation && points.kind === 'event' ? [words.keeps] : []),
    ...(namedGame && round
      ? [words.game(round.name, formatInstantInZone(namedGame.finishedAt))]
      : []),
  ]
}
