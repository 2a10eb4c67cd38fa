import type { Round } from '@rollcall/contract/leagues'

/** The round that runs now and ends first, otherwise the one that begins next; null: there is none. Pure. */
export function nextRound<Shown extends Round>(rounds: readonly Shown[]): Shown | null {
  const first = (state: Round['state'], instant: (round: Shown) => string) =>
    rounds
      .filter((round) => round.state === state)
      .toSorted((a, b) => Date.parse(instant(a)) - Date.parse(instant(b)))[0]
  return (
    first('open', ({ endsAt }) => endsAt) ?? first('planned', ({ startsAt }) => startsAt) ?? null
  )
}
