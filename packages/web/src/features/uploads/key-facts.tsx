import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { UploadKey } from '@rollcall/contract/uploads'
import { formatInstant } from '#ui/format-instant.ts'
import classes from './upload-key-section.module.css'

interface KeyFactsProps {
  /** undefined while loading, null where there is no key. */
  readonly uploadKey: UploadKey | null | undefined
}

function Instant({ value }: { readonly value: string }) {
  return <time dateTime={value}>{formatInstant(value)}</time>
}

/** All that may still be shown of a key: how it begins, and how old and how used it is. */
export function KeyFacts({ uploadKey }: KeyFactsProps) {
  if (uploadKey === undefined) {
    return (
      <div className={classes.loading} role="status">
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Skeleton height={14} width="60%" />
        <Skeleton height={14} width="45%" />
        <Skeleton height={14} width="50%" />
      </div>
    )
  }
  if (uploadKey === null) {
    return <p>You have no upload key yet.</p>
  }
  const { prefix, createdAt, lastUsedAt } = uploadKey
  return (
    <dl className={classes.facts}>
      <dt>Begins with</dt>
      <dd>
        <code>{prefix}…</code>
      </dd>
      <dt>Made at</dt>
      <dd>
        <Instant value={createdAt} />
      </dd>
      <dt>Last use</dt>
      <dd>{lastUsedAt === null ? 'Never' : <Instant value={lastUsedAt} />}</dd>
    </dl>
  )
}
