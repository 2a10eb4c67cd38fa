import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import { IconArrowBackUp, IconCheck, IconClock, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInstant } from '#ui/format-instant.ts'
import { NOT_COUNTED } from './drop-item.ts'
import classes from './my-uploads-page.module.css'
import { UploadItem } from './upload-item.tsx'

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
  uncounted: { label: 'Stored, changed no season', icon: IconInfoCircle },
} as const

function outcomeOf({ undoneAt, countsNow, outcome, warnings }: OwnReceipt): keyof typeof OUTCOMES {
  if (undoneAt !== null) {
    return 'undone'
  }
  const isUncounted = outcome === 'stored' && warnings.some(({ code }) => code === NOT_COUNTED)
  return countsNow ? 'used' : isUncounted ? 'uncounted' : outcome
}

interface ReceiptItemProps {
  readonly receipt: OwnReceipt
  /** What can be done about it. */
  readonly children: ReactNode
}

export function ReceiptItem({ receipt, children }: ReceiptItemProps) {
  const { kind, message, receivedAt, undoneAt, countsNow } = receipt
  const outcome = outcomeOf(receipt)
  return (
    <UploadItem
      outcome={{ name: outcome, ...OUTCOMES[outcome] }}
      facts={
        <>
          <span>{KINDS[kind]}</span>
          <time dateTime={receivedAt}>{formatInstant(receivedAt)}</time>
        </>
      }
      message={message}
      warnings={receipt.warnings.map((warning) =>
        warning.line === undefined ? warning.message : `Line ${warning.line}: ${warning.message}`,
      )}
    >
      {countsNow && (
        <p className={classes.message}>
          It counts now, because you have switched back to snapshots.
        </p>
      )}
      {undoneAt !== null && (
        <p className={classes.message}>
          Taken back on <time dateTime={undoneAt}>{formatInstant(undoneAt)}</time>.
        </p>
      )}
      {children}
    </UploadItem>
  )
}
