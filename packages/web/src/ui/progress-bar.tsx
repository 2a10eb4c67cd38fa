import { formatBytes } from './format-number.ts'
import classes from './progress-bar.module.css'

interface ProgressBarProps {
  readonly label: string
  readonly loadedBytes: number
  readonly totalBytes: number | null
}

export function ProgressBar({ label, loadedBytes, totalBytes }: ProgressBarProps) {
  const isKnown = totalBytes !== null && totalBytes > 0
  const percent = isKnown ? Math.floor((100 * loadedBytes) / totalBytes) : null
  return (
    <div className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={label}
        {...(percent !== null && { max: 100, value: percent })}
      />
      <p className={classes.figures}>
        {percent !== null && <span>{percent}%</span>}
        <span>
          {formatBytes(loadedBytes)}
          {isKnown && ` of ${formatBytes(totalBytes)}`}
        </span>
      </p>
    </div>
  )
}
