import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '#ui/format-instant.ts'
import classes from './my-uploads-page.module.css'

const KINDS: Record<OwnReceipt['kind'], string> = {
  season: 'Season snapshot',
  event: 'Event snapshot',
  game: 'Game',
  import: 'Import',
}

const OUTCOMES = {
  stored: { label: 'Taken', icon: IconCheck },
  duplicate: { label: 'Already there', icon: IconCheck },
  stale: { label: 'Not used', icon: IconClock },
  used: { label: 'Used now', icon: IconCheck },
  refused: { label: 'Refused', icon: IconX },
  undone: { label: 'Undone', icon: IconArrowBackUp },
} as const

interface ReceiptItemProps {
  readonly receipt: OwnReceipt
  /** What can be done about it. */
  readonly children: ReactNode
}

export function ReceiptItem({ receipt, children }: ReceiptItemProps) {
  const now = receipt.countsNow ? 'used' : receipt.outcome
  const outcome = receipt.undoneAt === null ? now : 'undone'
  const { label, icon: Icon } = OUTCOMES[outcome]
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.outcome} data-outcome={outcome}>
          <Icon size={16} aria-hidden />
          {label}
        </span>
        <span>{KINDS[receipt.kind]}</span>
        <time dateTime={receipt.receivedAt}>{formatInstant(receipt.receivedAt)}</time>
      </div>
      <p className={classes.message}>
        <bdi>{receipt.message}</bdi>
      </p>
      {receipt.warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {receipt.warnings.map(({ code, message, line }) => (
            <li key={`${code} ${line} ${message}`}>
              <IconAlertTriangle size={16} aria-hidden />
              <bdi>
                {line !== undefined && `Line ${line}: `}
                {message}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {receipt.countsNow && (
        <p className={classes.message}>
          It counts now, because you have switched back to snapshots.
        </p>
      )}
      {receipt.undoneAt !== null && (
        <p className={classes.message}>
          Taken back on <time dateTime={receipt.undoneAt}>{formatInstant(receipt.undoneAt)}</time>.
        </p>
      )}
      {children}
    </li>
  )
}
