import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { Row } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './notice.module.css'
import { texts } from './texts.ts'

interface NoticeProps {
  readonly message: string
  readonly onRetry?: () => void
  readonly retryLabel?: string
}

/** Says what went wrong, in the place where it happened, with a way to try again. */
export function Notice({ message, onRetry, retryLabel = texts.retry }: NoticeProps) {
  return (
    <Row gap="xs/sm" className={classes.notice} role="alert">
      <IconAlertTriangle className={classes.icon} size={20} aria-hidden />
      <p className={classes.message}>{message}</p>
      {onRetry && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </Row>
  )
}
