import type { ReactNode } from 'react'
import classes from './drop-section.module.css'
import { isUncounted, type UploadResult } from './send-upload.ts'
import { texts } from './texts.ts'
import { NamesIn, type ShownOutcome, UploadItem } from './upload-item.tsx'

interface ResultItemProps {
  /** The names of the files. */
  readonly names: readonly string[]
  readonly result: UploadResult
  /** What else is known about the upload. */
  readonly children?: ReactNode
}

/** Files that have just been checked or sent. */
export function ResultItem({ names, result, children }: ResultItemProps) {
  const { receipt, problem } = result
  return (
    <UploadItem
      outcome={shownOutcome(result)}
      head={
        <>
          <bdi className={classes.names}>{names.join(', ')}</bdi>
          {receipt && <span>{texts.what(receipt.kind, receipt)}</span>}
          <NamesIn facts={receipt} />
          {children}
        </>
      }
      message={
        receipt === null
          ? (problem ?? texts.receipt.unsaid)
          : texts.receipt.sentence(receipt, {
              outcome: receipt.outcome,
              isPreview: receipt.id === null,
            })
      }
      warnings={receipt?.warnings ?? []}
    />
  )
}

function shownOutcome({ state, receipt }: UploadResult): ShownOutcome {
  if ((state === 'ready' || state === 'stored') && isUncounted(receipt?.warnings ?? [])) {
    return state === 'ready' ? 'readyUncounted' : 'storedUncounted'
  }
  return state
}
