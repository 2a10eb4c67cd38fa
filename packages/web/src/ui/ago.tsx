import { DAY_MS, MINUTE_MS } from '@rollcall/formats/durations'
import { useEffect, useState } from 'react'
import { formatAgo, formatDay, formatInstant } from './format-instant.ts'

/** Longer ago than this, a date is clearer. */
const MOST_MS = 7 * DAY_MS

/** The present, a minute exact. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago something was, in words that stay right; the whole date on demand. */
export function Ago({ instant }: { readonly instant: string }) {
  const now = useNow()
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {now - Date.parse(instant) < MOST_MS ? formatAgo(instant, now) : formatDay(instant)}
    </time>
  )
}
