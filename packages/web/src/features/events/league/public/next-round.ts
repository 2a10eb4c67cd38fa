import type { Round } from '@rollcall/contract/leagues'

/** The round whose planned show begins next; null: there is none. A voided one has no show to wait for. Pure. */
export function nextShow<Shown extends Pick<Round, 'state' | 'showAt'>>(
  rounds: readonly Shown[],
  now: number,
): (Shown & { showAt: string }) | null {
  const coming = rounds.flatMap((round) =>
    round.showAt !== null && round.state !== 'voided' && Date.parse(round.showAt) > now
      ? [{ ...round, showAt: round.showAt }]
      : [],
  )
  return coming.toSorted((a, b) => Date.parse(a.showAt) - Date.parse(b.showAt))[0] ?? null
}
