import type { AuditEntry } from '@rollcall/contract/admin'
import { IconChevronRight, IconShield, IconUpload } from '@tabler/icons-react'
import { formatInstant } from '#ui/format-instant.ts'
import classes from './audit-list.module.css'
import { Facts } from './facts.tsx'

interface AuditListProps {
  readonly entries: readonly AuditEntry[]
  readonly isBusy: boolean
}

export function AuditList({ entries, isBusy }: AuditListProps) {
  return (
    <ol className={classes.list} aria-busy={isBusy} data-busy={isBusy || undefined}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { at, kind, what, username, address, summary, details } = entry
  const Icon = kind === 'act' ? IconShield : IconUpload
  return (
    <li className={classes.entry}>
      <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.body}>
        <p className={classes.summary}>
          <bdi>{summary}</bdi>
        </p>
        <p className={classes.byline}>
          <span className={classes.what} data-what={what}>
            {what.replaceAll('-', ' ')}
          </span>
          <span>{username === null ? 'Nobody known' : <bdi>{username}</bdi>}</span>
          <span>from {address}</span>
          <time dateTime={at}>{formatInstant(at)}</time>
        </p>
        {details.length > 0 && (
          <details className={classes.details}>
            <summary>
              <IconChevronRight className={classes.chevron} size={16} aria-hidden />
              Details
            </summary>
            <Facts facts={details} />
          </details>
        )}
      </div>
    </li>
  )
}
