import type { ReactNode } from 'react'
import { Row } from '#ui/layout/layout.tsx'
import { formatBytes, formatPercent } from './format-number.ts'
import classes from './progress-bar.module.css'
import { texts } from './texts.ts'

interface ProgressBarProps {
  readonly label: string
  readonly loadedBytes: number
  readonly totalBytes: number | null
}

export function ProgressBar({ label, loadedBytes, totalBytes }: ProgressBarProps) {
  const isKnown = totalBytes !== null && totalBytes > 0
  return (
    <Bar label={label} percent={isKnown ? Math.floor((100 * loadedBytes) / totalBytes) : null}>
      {isKnown
        ? texts.progress.bytes(formatBytes(loadedBytes), formatBytes(totalBytes))
        : formatBytes(loadedBytes)}
    </Bar>
  )
}

interface CountBarProps {
  readonly label: string
  readonly done: number
  readonly total: number
}

/** Progress through a number of items, one after another. */
export function CountBar({ label, done, total }: CountBarProps) {
  return (
    <Bar label={label} percent={total > 0 ? Math.floor((100 * done) / total) : null}>
      {texts.progress.count(label)}
    </Bar>
  )
}

interface BarProps {
  readonly label: string
  /** null: the total is unknown. */
  readonly percent: number | null
  readonly children: ReactNode
}

function Bar({ label, percent, children }: BarProps) {
  return (
    <div className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={label}
        {...(percent !== null && { max: 100, value: percent })}
      />
      <Row as="p" wrap={false} align="stretch" justify="space-between" className={classes.figures}>
        {percent !== null && <span>{formatPercent(percent / 100)}</span>}
        <span>{children}</span>
      </Row>
    </div>
  )
}
