/** The audit log's sentence for an act. Pure. */
import type { AuditEntry } from '@rollcall/contract/admin'
import { findSentence } from '@rollcall/contract/words/audit-log'
import { formatList } from '#ui/format-list.ts'
import { streamerName } from '#ui/streamer-name.ts'
import { texts } from './texts.ts'

const { audit, settings } = texts

/** The facts by the names of the sentences' parts. */
export function readFacts(entry: AuditEntry): ReadonlyMap<string, string> {
  const { details } = entry
  return new Map([
    ...details.map(({ name, value }) => [name, value] as const),
    ['username', nameOfActor(entry) ?? audit.unknownUser],
    ['settings', formatList(details.map(({ name }) => factName(name)))],
  ])
}

/** Who did it; null: unknown. */
export function nameOfActor({ username, display_name }: AuditEntry): string | null {
  return username === null ? null : streamerName({ username, display_name })
}

/** The label of a fact, or its name if it has none. */
export function factName(name: string): string {
  const labels: Readonly<Record<string, string>> = settings.labels
  return audit.facts[name] ?? labels[name] ?? name
}

/** The sentence for an act; null if there is none, or the entry lists only some of its facts. */
export function actText(entry: AuditEntry): string | null {
  return findSentence(entry.what, new Set(readFacts(entry).keys()), audit.acts)
}
