/** The audit log's sentence for an act. Pure. */
import type { AuditEntry } from '@rollcall/contract/admin'
import { formatList } from '#ui/format-list.ts'
import { texts } from './texts.ts'

const { audit, settings } = texts

/** The facts by the names of the sentences' parts. */
export function readFacts({ details, username }: AuditEntry): ReadonlyMap<string, string> {
  return new Map([
    ...details.map(({ name, value }) => [name, value] as const),
    ['username', username ?? audit.unknownUser],
    ['settings', formatList(details.map(({ name }) => factName(name)))],
  ])
}

/** The label of a fact, or its name if it has none. */
export function factName(name: string): string {
  const labels: Readonly<Record<string, string>> = settings.labels
  return audit.facts[name] ?? labels[name] ?? name
}

/** The sentence for an act; null if there is none, or an old entry lacks its facts. */
export function actText(entry: AuditEntry): string | null {
  const facts = readFacts(entry)
  const acts: Readonly<Partial<Record<string, string | Readonly<Record<string, string>>>>> =
    audit.acts
  const known = acts[entry.what] ?? {}
  const sentences = typeof known === 'string' ? [known] : Object.values(known)
  return sentences.find((text) => partsIn(text).every((part) => facts.has(part))) ?? null
}

function partsIn(text: string): string[] {
  return [...text.matchAll(/<(\w+)\/>/g)].map(([, part = '']) => part)
}
