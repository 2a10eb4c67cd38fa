import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './installer-panel.module.css'
import type { ReleaseFailure } from './release-failure.ts'

interface RetryButtonProps {
  readonly failure: ReleaseFailure
  readonly isTrying?: boolean
  readonly onRetry: () => void
}

/** In place of the download button: why there is nothing to download. Pressed, it tries again. */
export function RetryButton({ failure, isTrying = false, onRetry }: RetryButtonProps) {
  return (
    <div className={classes.action} role="alert">
      <Button
        size="lg"
        className={`${classes.button} ${classes.failed}`}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconAlertTriangle size={22} aria-hidden />}
        loading={isTrying}
        onClick={onRetry}
      >
        {failure.message}
      </Button>
      {failure.detail !== null && <p className={classes.hint}>{failure.detail}</p>}
      <p className={classes.hint}>Press the button to try again.</p>
    </div>
  )
}
