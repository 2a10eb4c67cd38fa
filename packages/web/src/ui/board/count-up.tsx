import { useLayoutEffect, useRef } from 'react'
import { type FormatPoints, formatNumber } from '#ui/format-number.ts'

const COUNT_MS = 600

interface CountUpProps {
  readonly value: number
  readonly format: FormatPoints
}

/** Counts from nothing to the value as it appears; past React, which need not know of each step. */
export function CountUp({ value, format }: CountUpProps) {
  const shown = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = shown.current
    if (element === null || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      return
    }
    const isWhole = Number.isInteger(value) && format(value) === formatNumber(value)
    const decimals = isWhole ? 1 : 100
    let frame = 0
    let start: number | null = null
    const step = (now: number) => {
      start ??= now
      const part = Math.min(1, (now - start) / COUNT_MS)
      const eased = 1 - (1 - part) ** 3
      element.textContent = format(
        part === 1 ? value : Math.round(value * eased * decimals) / decimals,
      )
      if (part < 1) {
        frame = requestAnimationFrame(step)
      }
    }
    element.textContent = format(0)
    frame = requestAnimationFrame(step)
    return () => {
      cancelAnimationFrame(frame)
      element.textContent = format(value)
    }
  }, [value, format])
  return <span ref={shown}>{format(value)}</span>
}
