/** The end of a league's season, after which its first ranks are champions. docs/scoring.md, Champions */
import * as z from 'zod/mini'
import { done, endpoint, idParams } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import type { Round } from './leagues.ts'

/** Whether nothing of these rounds is to come: at least one is final, and all others are final or voided. */
export const areRoundsOver = (rounds: readonly Pick<Round, 'state'>[]): boolean =>
  rounds.some(({ state }) => state === 'final') &&
  rounds.every(({ state }) => state === 'final' || state === 'voided')

interface Planned extends Pick<Round, 'state'> {
  readonly startsAt: string | Date
  readonly endsAt: string | Date
}

/** The round that runs now and ends first, otherwise the one that begins next; null: there is none. */
export function nextRound<Shown extends Planned>(rounds: readonly Shown[]): Shown | null {
  const first = (state: Round['state'], at: 'startsAt' | 'endsAt') =>
    rounds
      .filter((round) => round.state === state)
      .toSorted((a, b) => new Date(a[at]).getTime() - new Date(b[at]).getTime())[0]
  return first('open', 'endsAt') ?? first('planned', 'startsAt') ?? null
}

export const finishSeason = endpoint({
  noun: 'events',
  method: 'PUT',
  access: 'user',
  path: '/api/events/series/:id/league/season',
  params: idParams,
  rateLimit: 'events',
  summary:
    "Finishes a league's season once its rounds are over, so that the first ranks are champions, or lets it go on",
  body: z.strictObject({ isFinished: z.boolean() }),
  errors: [404, 409, 422],
  response: z.union([done, Unauthorized]),
})
