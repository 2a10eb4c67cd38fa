/** The note below a marble's name. Pure. */
import { formatNumber } from '#ui/format-number.ts'
import { formatRaceTime } from '#ui/format-race-time.ts'
import type { Game, GameRow } from './queries.ts'
import { texts } from './texts.ts'

const { rows: words } = texts

type Facts = Pick<
  GameRow,
  'seconds' | 'isEliminated' | 'kills' | 'damage' | 'isTopTiltee' | 'checkpoints'
>

/** `1:02.345 · Checkpoints 1, 3`; a royale knocks out all but one, so only its kills and damage are worth saying. */
export function noteOf(mode: Game['mode'], row: Facts): string {
  const { kills, damage, checkpoints } = row
  return [
    ...(row.isTopTiltee ? [words.topTiltee] : []),
    ...timeOf(mode, row),
    ...(kills === null ? [] : [words.kills(kills)]),
    ...(damage === null ? [] : [words.damage(damage)]),
    ...(checkpoints.length === 0
      ? []
      : [words.checkpoints(checkpoints.length, checkpoints.map(formatNumber).join(', '))]),
  ].join(' · ')
}

function timeOf(mode: Game['mode'], { seconds, isEliminated }: Facts): string[] {
  if (isEliminated && mode !== 'royale') {
    return [seconds === null ? words.eliminated : words.eliminatedAfter(formatRaceTime(seconds))]
  }
  return seconds === null ? [] : [formatRaceTime(seconds)]
}
