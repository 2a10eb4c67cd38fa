import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '../format-number.ts'

export const texts = catalogue('ui/board/announcement', {
  racers: (count: number) => formatCount(count, { one: 'racer', other: 'racers' }),
  rank: (rank: number, names: string, points: number | null) =>
    `Rank ${formatNumber(rank)}: ${names}, ${formatCount(points, { one: 'point', other: 'points' })}.`,
})
