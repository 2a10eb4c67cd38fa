import { type ReactNode, useId } from 'react'
import type { ApiError } from '#api/api-error.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import type { Receipt } from './csv-forms.ts'
import { Facts } from './facts.tsx'
import classes from './upload-receipt.module.css'

const MODES = { race: 'Race', royale: 'Royale', tilt: 'Tilt level' } as const

interface BoxProps {
  readonly title: string
  readonly tone: 'done' | 'unchanged' | 'refused'
  readonly children: ReactNode
}

function Box({ title, tone, children }: BoxProps) {
  const id = useId()
  return (
    <section className={classes.box} data-tone={tone} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

interface UploadReceiptProps {
  readonly receipt: Receipt
  readonly isDryRun: boolean
}

export function UploadReceipt({ receipt, isDryRun }: UploadReceiptProps) {
  const { id, message, duplicate, stale, warnings } = receipt
  const isChange = !(duplicate || stale || isDryRun)
  return (
    <Box title={id === null ? 'Dry run' : `Receipt ${id}`} tone={isChange ? 'done' : 'unchanged'}>
      {isDryRun && <p className={classes.nothing}>Nothing was stored.</p>}
      <p className={classes.message}>{message}</p>
      <Facts facts={factsOf(receipt)} />
      {warnings.length > 0 && (
        <>
          <h4 className={classes.subtitle}>
            {formatCount(warnings.length, { one: 'warning', other: 'warnings' })}
          </h4>
          <ul className={classes.warnings}>
            {warnings.map(({ code, message: text, part, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two warnings may say the same, and the list never changes.
              <li key={index}>
                {text}
                <span className={classes.place}>
                  {[part, line !== undefined && `line ${formatNumber(line)}`, code]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Box>
  )
}

function factsOf(receipt: Receipt): { name: string; value: string }[] {
  const { channel, duplicate, stale } = receipt
  const state = stale ? 'Not applied' : duplicate ? 'Known already' : 'New'
  if ('gameId' in receipt) {
    return [
      { name: 'Content', value: state },
      { name: 'Channel', value: channel },
      { name: 'Season', value: String(receipt.season) },
      { name: 'Game', value: MODES[receipt.mode] },
      { name: 'Counts', value: receipt.isRanked ? 'Yes' : 'No, unranked' },
      { name: 'Results', value: formatNumber(receipt.counts.results) },
      { name: 'Checkpoint hits', value: formatNumber(receipt.counts.hits) },
    ]
  }
  const { counts } = receipt
  return [
    { name: 'Content', value: state },
    { name: 'Channel', value: channel },
    'eventId' in receipt
      ? { name: 'Event', value: String(receipt.eventId) }
      : { name: 'Season', value: String(receipt.season) },
    { name: 'Racers', value: formatNumber(counts.racers) },
    { name: 'Added', value: formatNumber(counts.added) },
    { name: 'Changed', value: formatNumber(counts.changed) },
    { name: 'Removed', value: formatNumber(counts.removed) },
  ]
}

/** Why an upload was refused; the message beside the button is gone before it is read. */
export function RefusedUpload({ reply }: { readonly reply: NonNullable<ApiError['reply']> }) {
  const facts = [
    { name: 'Part', value: reply.part },
    { name: 'Line', value: reply.line },
    { name: 'Column', value: reply.column },
    { name: 'Code', value: reply.code },
    { name: 'Request', value: reply.requestId },
  ].filter(({ value }) => value !== undefined)
  return (
    <Box title="Refused" tone="refused">
      <p className={classes.message}>{reply.error}</p>
      <Facts facts={facts} />
    </Box>
  )
}
