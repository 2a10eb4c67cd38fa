import { IconFlag } from '@tabler/icons-react'
import classes from './report-button.module.css'

interface ReportButtonProps {
  /** Whose row it is. */
  readonly name: string
  readonly onPress: () => void
}

/** At the end of a row, in whose cell it takes the place that is left free for it. */
export function ReportButton({ name, onPress }: ReportButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Report ${name}`}
      title="Report"
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconFlag size={16} stroke={1.75} aria-hidden />
    </button>
  )
}
