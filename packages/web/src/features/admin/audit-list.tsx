import type { AuditEntry } from '@rollcall/contract/admin'
import { UploadOutcome } from '@rollcall/contract/uploads'
import type { UploadFacts } from '@rollcall/contract/uploads-mine'
import { IconChevronRight, IconShield, IconUpload } from '@tabler/icons-react'
import { currentLanguage } from '#texts/language.ts'
import { Sentence } from '#texts/sentence.tsx'
import cards from '#ui/cards.module.css'
import { Facts } from '#ui/facts.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import classes from './audit-list.module.css'
import { actText, factName, nameOfActor, readFacts } from './audit-words.ts'
import { texts } from './texts.ts'

const { audit } = texts

export type UploadText = (facts: UploadFacts, outcome: UploadOutcome) => string

interface AuditListProps {
  readonly entries: readonly AuditEntry[]
  readonly isBusy: boolean
  readonly uploadText: UploadText
}

export function AuditList({ entries, isBusy, uploadText }: AuditListProps) {
  return (
    <ol
      className={`${cards.card} ${classes.list}`}
      aria-busy={isBusy}
      data-busy={isBusy || undefined}
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} uploadText={uploadText} />
      ))}
    </ol>
  )
}

interface EntryProps extends Pick<AuditListProps, 'uploadText'> {
  readonly entry: AuditEntry
}

function Entry({ entry, uploadText }: EntryProps) {
  const { at, kind, what, address, details } = entry
  const actor = nameOfActor(entry)
  const Icon = kind === 'act' ? IconShield : IconUpload
  return (
    <Row as="li" wrap={false} align="stretch" className={classes.entry}>
      <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.body}>
        <p className={classes.summary}>
          <bdi>
            {kind === 'act' ? <ActText entry={entry} /> : describeUpload(entry, uploadText)}
          </bdi>
        </p>
        <Row as="p" gap="0/sm" align="stretch" className={classes.byline}>
          {kind === 'upload' && (
            <span className={classes.what} data-what={what}>
              {audit.outcomes[what] ?? what}
            </span>
          )}
          <span>{actor === null ? audit.unknownUser : <bdi>{actor}</bdi>}</span>
          <span>{audit.from(address)}</span>
          <time dateTime={at}>{formatInstant(at)}</time>
        </Row>
        {details.length > 0 && (
          <details className={classes.details}>
            <summary>
              <IconChevronRight className={classes.chevron} size={16} aria-hidden />
              {audit.details}
            </summary>
            <Facts facts={details.map(({ name, value }) => ({ name: factName(name), value }))} />
          </details>
        )}
      </div>
    </Row>
  )
}

function ActText({ entry }: { readonly entry: AuditEntry }) {
  const text = actText(entry)
  const parts = [...readFacts(entry)].map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])
  return text === null ? (
    <>{entry.summary}</>
  ) : (
    <Sentence text={text} parts={Object.fromEntries(parts)} />
  )
}

/** A refusal, or an upload from before entries had facts, has only the server's sentence. */
function describeUpload(entry: AuditEntry, uploadText: UploadText): string {
  const { what, summary, facts, params } = entry
  const outcome = UploadOutcome.options.find((it) => it === what)
  return facts === undefined || outcome === undefined
    ? currentLanguage().problemText({ error: summary, code: readFacts(entry).get('code'), params })
    : uploadText(facts, outcome)
}
