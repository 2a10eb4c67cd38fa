import { useLayoutEffect, useRef } from 'react'
import { type FormatPoints, formatNumber } from '#ui/format-number.ts'

const COUNT_MS = 600

interface CountUpProps {
  readonly value: number
  readonly format: FormatPoints
  readonly ms?: number | undefined
  /** Counts with another number that is at least as high, and stops on the way. */
  readonly upTo?: number
}

/** Counts from 0 to the value as it appears, without a React render for each step. */
export function CountUp({ value, format, ms = COUNT_MS, upTo = value }: CountUpProps) {
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
      const progress = Math.min(1, (now - start) / ms)
      const eased = 1 - (1 - progress) ** 3
      element.textContent = format(
        progress === 1 ? value : Math.min(value, Math.round(upTo * eased * decimals) / decimals),
      )
      if (progress < 1) {
        frame = requestAnimationFrame(step)
      }
    }
    element.textContent = format(0)
    frame = requestAnimationFrame(step)
    return () => {
      cancelAnimationFrame(frame)
      element.textContent = format(value)
    }
  }, [value, format, ms, upTo])
  return (
    <span ref={shown} translate="no">
      {format(value)}
    </span>
  )
}
