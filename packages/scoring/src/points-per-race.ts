/**
 * Points per race (PPR): a channel's points over its games, races and royales together, rounded half
 * up to 2 decimals; 0 where there are no games.
 *
 * Both are whole and not negative. The rounding is done on whole numbers, so it is exact: 1 point in
 * 200 games is 0.01, not the 0.00 that a binary fraction would give.
 */
export function pointsPerRace({ points, games }: { points: number; games: number }): number {
  if (games === 0) {
    return 0
  }
  const hundredths = (200n * BigInt(points) + BigInt(games)) / (2n * BigInt(games))
  return Number(hundredths) / 100
}
