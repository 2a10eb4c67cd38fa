import { useEffect, useEffectEvent, useState } from 'react'

interface SettledTextOptions {
  readonly value: string
  readonly delayMs: number
  readonly onSettle: (text: string) => void
}

/** The text of an input that takes effect only after a pause in typing, and follows Back and links. */
export function useSettledText({ value, delayMs, onSettle }: SettledTextOptions) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState<string | null>(null)
  if (value !== seen) {
    setSeen(value)
    setSent(null)
    // Our own value coming back must not overwrite what was typed since.
    if (value !== sent) {
      setText(value)
    }
  }

  const settle = useEffectEvent((settled: string) => {
    setSent(settled)
    onSettle(settled)
  })
  useEffect(() => {
    const settled = text.trim()
    if (settled === value) {
      return
    }
    const timer = setTimeout(() => settle(settled), delayMs)
    return () => clearTimeout(timer)
  }, [text, value, delayMs])

  return { text, setText }
}
