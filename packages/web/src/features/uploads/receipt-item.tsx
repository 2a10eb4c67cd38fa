import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import type { ReactNode } from 'react'
import { formatInstant } from '#ui/format-instant.ts'
import classes from './my-uploads-page.module.css'
import { isUncounted } from './send-upload.ts'
import { texts } from './texts.ts'
import { NamesIn, type ShownOutcome, UploadItem } from './upload-item.tsx'

interface ReceiptItemProps {
  readonly receipt: OwnReceipt
  /** What can be done about it. */
  readonly children: ReactNode
}

export function ReceiptItem({ receipt, children }: ReceiptItemProps) {
  const { kind, facts, receivedAt, warnings, undoneAt, countsNow } = receipt
  return (
    <UploadItem
      outcome={outcomeOf(receipt)}
      head={
        <>
          <span>{texts.what(kind, facts)}</span>
          <NamesIn facts={facts} />
          <time dateTime={receivedAt}>{formatInstant(receivedAt)}</time>
        </>
      }
      message={sentenceOf(receipt)}
      warnings={warnings}
    >
      {countsNow && <p className={classes.message}>{texts.receipt.countsNow}</p>}
      {undoneAt !== null && <p className={classes.message}>{texts.receipt.undoneAt(undoneAt)}</p>}
      {children}
    </UploadItem>
  )
}

function outcomeOf({ undoneAt, countsNow, outcome, warnings }: OwnReceipt): ShownOutcome {
  if (undoneAt !== null) {
    return 'undone'
  }
  if (countsNow) {
    return 'used'
  }
  if (outcome === 'stored' && isUncounted(warnings)) {
    return 'storedUncounted'
  }
  return outcome === 'stale' ? 'unused' : outcome
}

/** Of a refusal, and of a receipt from before there were facts, only the server's sentence is known. */
function sentenceOf({ facts, outcome, message }: OwnReceipt): string {
  return facts === null || outcome === 'refused'
    ? message
    : texts.receipt.sentence(facts, { outcome, isPreview: false })
}
