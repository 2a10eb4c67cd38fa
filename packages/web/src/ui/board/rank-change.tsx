import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { rankChange: words } = texts
const DAY_MS = 86_400_000

interface RankChangeProps {
  readonly rank: number
  /** The rank at the close of an earlier marble day. */
  readonly before: { readonly rank: number; readonly day: string }
  /** YYYY-MM-DD. */
  readonly today: string
}

/** How many places a racer has moved on a channel's board, and since when. */
export function RankChange({ rank, before, today }: RankChangeProps) {
  return <Change by={before.rank - rank} amount={words.places} what={since(before.day, today)} />
}

function since(day: string, today: string): string {
  return Date.parse(today) - Date.parse(day) === DAY_MS
    ? words.sinceYesterday
    : words.since(formatDays(day))
}
