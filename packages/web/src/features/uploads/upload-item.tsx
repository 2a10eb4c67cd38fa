import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './my-uploads-page.module.css'

interface UploadItemProps {
  readonly outcome: { readonly name: string; readonly label: string; readonly icon: TablerIcon }
  /** What was uploaded, and when. */
  readonly facts: ReactNode
  readonly message: string
  readonly warnings: readonly string[]
  readonly children?: ReactNode
}

/** What became, or would become, of one upload. */
export function UploadItem({ outcome, facts, message, warnings, children }: UploadItemProps) {
  const { name, label, icon: Icon } = outcome
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.outcome} data-outcome={name}>
          <Icon size={16} aria-hidden />
          {label}
        </span>
        {facts}
      </div>
      <p className={classes.message}>
        <bdi>{message}</bdi>
      </p>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: warnings may repeat themselves and never move.
            <li key={index}>
              <IconAlertTriangle size={16} aria-hidden />
              <bdi>{warning}</bdi>
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  )
}
